import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Context } from '#platform/context';
import { anonymous, originOfRequest, type RequestHead } from '#platform/http';
import { actorOf, BearerStrategy, type Caller, type Device } from '../sessions/index.ts';
import { AuthError, validationError } from './gotrue.errors.ts';

/** A request under /auth/v1. {@link ByBearer} sets `caller`. */
export type AuthRequest = RequestHead & {
  readonly method?: string;
  readonly query?: unknown;
  readonly ip?: string;
  caller?: Caller;
};

/** Allows every request, with an anonymous actor. */
@Injectable()
export class Anonymously implements CanActivate {
  constructor(private readonly context: Context) {}

  canActivate(execution: ExecutionContext): boolean {
    const request = execution.switchToHttp().getRequest<AuthRequest>();
    this.context.enter(originOfRequest(request, anonymous));
    return true;
  }
}

/** Allows only requests with a valid access token; other requests get GoTrue's errors. */
@Injectable()
export class ByBearer implements CanActivate {
  constructor(
    private readonly bearer: BearerStrategy,
    private readonly context: Context,
  ) {}

  async canActivate(execution: ExecutionContext): Promise<boolean> {
    const request = execution.switchToHttp().getRequest<AuthRequest>();
    request.caller = await this.bearer.caller(request);
    this.context.enter(originOfRequest(request, actorOf(request.caller)));
    return true;
  }
}

/** The user agent and IP address of a request. */
export const deviceOf = ({ headers, ip }: AuthRequest): Device => {
  const agent = headers['user-agent'];
  return { userAgent: typeof agent === 'string' ? agent : null, ip: ip ?? null };
};

/** The caller that {@link ByBearer} has set. Throws if the request names another audience than the token's. */
export const callerOf = ({ caller, headers }: AuthRequest): Caller => {
  const audience = headers['x-jwt-aud'];
  if (audience !== undefined && audience !== 'authenticated')
    throw validationError("Token audience doesn't match request audience");
  if (!caller) throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
  return caller;
};
