import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { ExtractJwt, Strategy } from 'passport-jwt';
import type { RequestHead } from '#platform/http';
import { AccessTokens, badToken, readClaims } from '../sessions/access-token.issuer.ts';
import { type Caller, Sessions } from '../sessions/sessions.queries.ts';
import { AuthError } from './gotrue.errors.ts';

/** Passport's strategy for `Authorization: Bearer …`: the token is ours, and its session is alive. */
@Injectable()
export class BearerStrategy extends PassportStrategy(Strategy, 'bearer') {
  constructor(
    private readonly sessions: Sessions,
    tokens: AccessTokens,
  ) {
    const { algorithms, issuer, audience } = tokens.demands;
    super({
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      secretOrKeyProvider: (_request: unknown, token: string, done: (error: unknown, key?: string) => void) => {
        tokens.pemFor(token).then((pem) => done(null, pem), done);
      },
      algorithms: [...algorithms],
      issuer,
      audience,
      // Sessions does it, by the clock that issued the token.
      ignoreExpiration: true,
    });
  }

  /** Throws an {@link AuthError} where the session has ended. */
  validate(payload: object): Promise<Caller> {
    return this.sessions.callerOf(readClaims(payload));
  }

  /**
   * Who sends this request. Throws an {@link AuthError}. Passport's own flow, but for this strategy and not for the one
   * that its process-wide register knows by name: several applications may run in one process.
   */
  caller(request: RequestHead): Promise<Caller> {
    return new Promise((success, error) => {
      const fail = (why: unknown) => error(asAuthError(why));
      const attempt: BearerStrategy = Object.assign(Object.create(this), { success, error, fail });
      // biome-ignore lint/suspicious/noExplicitAny: Passport's types want Express' whole request, its code wants headers
      attempt.authenticate(request as any);
    });
  }

  /** The same, but undefined for a request without a session. */
  async recognise(request: RequestHead): Promise<Caller | undefined> {
    if (!request.headers.authorization) return undefined;
    return this.caller(request).catch((why: unknown) => {
      if (why instanceof AuthError) return undefined;
      throw why;
    });
  }
}

/** What Passport says when it does not let somebody in; a database that is away stays what it is. */
const asAuthError = (why: unknown): unknown => {
  if (!(why instanceof Error) || why.message === 'No auth token')
    return new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
  return /^(JsonWebToken|TokenExpired|NotBefore)Error$/.test(why.name) ? badToken(why.message) : why;
};
