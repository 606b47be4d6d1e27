import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Context } from '#platform/context';
import { anonymous, originOfRequest, type RequestHead } from '#platform/http';
import { actorOf, BearerStrategy, type Caller, type Device } from '../sessions/index.ts';
import { AuthError, invalid } from './gotrue.errors.ts';

/** A request under /auth/v1; `caller` is there behind {@link ByBearer}. */
export type AuthRequest = RequestHead & {
  readonly method?: string;
  readonly query?: unknown;
  readonly ip?: string;
  caller?: Caller;
};

/** Anyone may ask, and asks as nobody. */
@Injectable()
export class Anonymously implements CanActivate {
  constructor(private readonly context: Context) {}

  canActivate(execution: ExecutionContext): boolean {
    const request = execution.switchToHttp().getRequest<AuthRequest>();
    this.context.enter(originOfRequest(request, anonymous));
    return true;
  }
}

/** Only who has a session may ask; refused as GoTrue refuses. */
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

/** Where the request comes from. */
export const deviceOf = ({ headers, ip }: AuthRequest): Device => {
  const agent = headers['user-agent'];
  return { userAgent: typeof agent === 'string' ? agent : null, ip: ip ?? null };
};

/** Behind the guard there is one; a token meant for others is refused. */
export const callerOf = ({ caller, headers }: AuthRequest): Caller => {
  const audience = headers['x-jwt-aud'];
  if (audience !== undefined && audience !== 'authenticated')
    throw invalid("Token audience doesn't match request audience");
  if (!caller) throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
  return caller;
};
