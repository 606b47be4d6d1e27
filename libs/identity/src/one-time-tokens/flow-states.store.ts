import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Refusal, refuse } from '#kernel';
import { Database } from '#platform/postgres';
import { Clock } from '../clock/index.ts';
import type { Method } from '../sessions/index.ts';

/** A PKCE challenge (RFC 7636). The client that starts a flow keeps its verifier. */
export type Challenge = { readonly challenge: string; readonly challengeMethod: 's256' | 'plain' };
/** A flow whose code was redeemed: the user, their sign-in method, and the data stored with the code. */
export type RedeemedFlow = {
  readonly userId: string;
  readonly method: Method;
  readonly data: Readonly<Record<string, unknown>>;
};
type FlowRow = Challenge & RedeemedFlow & { id: string; expiresAt: Date };

/** How long a code can be redeemed, in seconds. */
const codeLifetime = 300;

const unknownFlow = () => new Refusal('sign-in-flow-not-found', 'This sign-in was not found or is already complete');
const expiredFlow = () => new Refusal('sign-in-flow-expired', 'This sign-in took too long, please start again');

/**
 * Sign-ins that start in one request and end in another, by a link in a mail or at an identity provider. Only the
 * client that holds the challenge's verifier gets the session.
 */
@Injectable()
export class FlowStates {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Starts a flow that expires after `seconds` and returns its id. */
  async open({ challenge, challengeMethod }: Challenge, method: Method, seconds: number): Promise<string> {
    const id = randomUUID();
    const now = this.clock.now();
    await this.database.query('delete from identity.flow_states where expires_at <= $1', [inSeconds(now, -86_400)]);
    await this.database.query(
      `insert into identity.flow_states (id, method, challenge, challenge_method, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6)`,
      [id, method, challenge, challengeMethod, now, inSeconds(now, seconds)],
    );
    return id;
  }

  /** Returns a code that the user's client must redeem within five minutes. Each call invalidates the previous code. */
  async issue(id: string | null, userId: string, data: RedeemedFlow['data'] = {}): Promise<string> {
    const code = randomUUID();
    const now = this.clock.now();
    const issued = await this.database.query(
      `update identity.flow_states set user_id = $2, data = $3, code_hash = $4, expires_at = $5
       where id = $1 and expires_at > $6 returning id`,
      [id, userId, JSON.stringify(data), hash(code), inSeconds(now, codeLifetime), now],
    );
    if (issued.length === 0) throw unknownFlow();
    return code;
  }

  /** A code can be redeemed once; a wrong verifier does not use it up. Refuses `sign-in-flow-…`. */
  async redeem(code: string, verifier: string): Promise<RedeemedFlow> {
    const outcome = await this.database.transaction(async (within) => {
      const [flow] = await within.query<FlowRow>(
        `select id, method, challenge, challenge_method as "challengeMethod", user_id as "userId", data, expires_at as "expiresAt"
         from identity.flow_states where code_hash = $1 for update`,
        [hash(code)],
      );
      if (!flow) return unknownFlow();
      const isExpired = flow.expiresAt <= this.clock.now();
      if (!isExpired && !verifierMatches(flow, verifier)) return badVerifier();
      await within.query('delete from identity.flow_states where id = $1', [flow.id]);
      return isExpired ? expiredFlow() : flow;
    });
    if (outcome instanceof Refusal) throw outcome;
    const { userId, method, data } = outcome;
    return { userId, method, data };
  }
}

/** Reads the PKCE challenge from a request, if there is one. Refuses `sign-in-challenge-invalid`. */
export const challengeIn = (body: {
  code_challenge?: string | null | undefined;
  code_challenge_method?: string | null | undefined;
}): Challenge | undefined => {
  const [challenge, method] = [body.code_challenge || '', (body.code_challenge_method || '').toLowerCase()];
  if (!challenge && !method) return undefined;
  if (!(challenge && method))
    refuse('sign-in-challenge-invalid', 'PKCE flow requires code_challenge_method and code_challenge');
  if (challenge.length < 43 || challenge.length > 128)
    refuse('sign-in-challenge-invalid', 'code challenge has to be between 43 and 128 characters');
  if (!/^[\w.~-]+$/.test(challenge))
    refuse(
      'sign-in-challenge-invalid',
      'code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes',
    );
  if (method !== 's256' && method !== 'plain') refuse('sign-in-challenge-invalid', 'unsupported code_challenge method');
  return { challenge, challengeMethod: method };
};

const badVerifier = () =>
  new Refusal('sign-in-flow-verifier-wrong', 'The code verifier does not match the code challenge');

const verifierMatches = ({ challenge, challengeMethod }: Challenge, verifier: string): boolean => {
  const computedChallenge =
    challengeMethod === 's256' ? createHash('sha256').update(verifier).digest('base64url') : verifier;
  return timingSafeEqual(hash(computedChallenge), hash(challenge));
};

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
const inSeconds = (instant: Date, seconds: number): Date => new Date(instant.getTime() + seconds * 1000);
