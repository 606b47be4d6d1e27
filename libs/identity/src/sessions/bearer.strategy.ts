import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport';
import { Refusal } from '#kernel';
import type { RequestHead } from '#platform/http';
import { type Caller, Sessions } from './sessions.queries.ts';

type VerifyCallback = (error: unknown, caller?: Caller) => void;

/** Reads the token from `Authorization: Bearer …` and leaves its verification to `verify`. */
class BearerTokenStrategy extends Strategy {
  constructor(private readonly verify: (token: string, done: VerifyCallback) => void) {
    super();
  }

  override authenticate(request: RequestHead): void {
    const [, token] = /^bearer\s+(\S+)/i.exec(String(request.headers.authorization ?? '')) ?? [];
    if (token) this.verify(token, (error, caller) => (caller ? this.success(caller) : this.error(error)));
    else this.fail();
  }
}

/**
 * Passport's strategy for access tokens. HTTP and sockets verify them in the same place: {@link Sessions.authenticate}.
 */
@Injectable()
export class BearerStrategy extends PassportStrategy(BearerTokenStrategy, 'bearer') {
  constructor(private readonly sessions: Sessions) {
    super();
  }

  /** Refuses `access-token-…`, `session-…`. */
  validate(token: string): Promise<Caller> {
    return this.sessions.authenticate(token);
  }

  /**
   * The caller of this request. Refuses `session-missing` and the refusals of {@link validate}. Runs this strategy
   * object itself instead of the one in Passport's process-wide register, because several applications may run in one
   * process.
   */
  caller(request: RequestHead): Promise<Caller> {
    return new Promise((success, error) => {
      const fail = () => error(new Refusal('session-missing', 'Authentication required'));
      const attempt: BearerStrategy = Object.assign(Object.create(this), { success, error, fail });
      attempt.authenticate(request);
    });
  }

  /** Like {@link caller}, but undefined for a request without a valid session. */
  async recognize(request: RequestHead): Promise<Caller | undefined> {
    if (!request.headers.authorization) return undefined;
    return this.caller(request).catch((error: unknown) => {
      if (error instanceof Refusal) return undefined;
      throw error;
    });
  }
}
