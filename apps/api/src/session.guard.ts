import {
  BadRequestException,
  type CanActivate,
  type ExecutionContext,
  ForbiddenException,
  Injectable,
  UnauthorizedException,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthErrorsFilter, actorOf, BearerStrategy, type Caller } from '#identity';
import { Context } from '#platform/context';
import { anonymous, originOfRequest, publicRoute, type RequestHead } from '#platform/http';
import { RequestLimits } from './request.limits.ts';

/** `caller` is set on every route, except on public routes that are called without a session. */
export type ApiRequest = RequestHead & {
  readonly url: string;
  readonly ip?: string;
  caller?: Caller;
};

const maxKeyLength = 200;
const secondFactorFirst = { code: 'second-factor-first', message: 'Please enter your second factor' };

/**
 * Identifies the caller for the rest of the request. All routes except public ones need a session, with a second factor
 * if the account has one. The routes under /auth/v1 check this themselves.
 */
@Injectable()
export class SessionGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly bearer: BearerStrategy,
    private readonly context: Context,
    private readonly limits: RequestLimits,
  ) {}

  async canActivate(execution: ExecutionContext): Promise<boolean> {
    // Sockets authenticate in their handshake.
    if (execution.getType() !== 'http') return true;
    const request = execution.switchToHttp().getRequest<ApiRequest>();
    if (AuthErrorsFilter.covers(request)) return true;
    const caller = await this.bearer.recognize(request);
    await this.limits.count(caller?.userId, execution);
    const isAuthenticated = caller && !caller.awaitsSecondFactor;
    if (isAuthenticated) this.#enterAsCaller(request, caller);
    else if (this.#isPublic(execution)) this.context.enter(originOfRequest(request, anonymous));
    else if (caller) throw new ForbiddenException(secondFactorFirst);
    else throw new UnauthorizedException({ code: 'no-session', message: 'Authentication required' });
    return true;
  }

  #enterAsCaller(request: ApiRequest, caller: Caller): void {
    request.caller = caller;
    this.context.enter(originOfRequest(request, actorOf(caller)), keyOf(request, caller));
  }

  #isPublic(execution: ExecutionContext): boolean {
    return this.reflector.getAllAndOverride(publicRoute, [execution.getHandler(), execution.getClass()]) === true;
  }
}

/** The idempotency key, prefixed with the user id: equal keys of different users are different keys. */
const keyOf = ({ headers }: ApiRequest, { userId }: Caller): string | undefined => {
  const key = headers['idempotency-key'];
  if (key === undefined || key === '') return undefined;
  if (typeof key === 'string' && key.length <= maxKeyLength) return `${userId}/${key}`;
  const message = `An Idempotency-Key can have at most ${maxKeyLength} characters`;
  throw new BadRequestException({ code: 'invalid', message });
};
