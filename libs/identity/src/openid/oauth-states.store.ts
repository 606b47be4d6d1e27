import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Refusal } from '#kernel';
import { Config } from '#platform/config';
import { Database } from '#platform/postgres';
import { boxOf, type SealedBox, type SealedColumn } from '#platform/sealing';
import { Clock } from '../clock/index.ts';
import type { Role } from '../contract.ts';
import type { Challenge } from '../one-time-tokens/index.ts';

/** The role and the accepted terms with which a new account is created. */
export type SignUpChoice = { readonly role: Role; readonly termsVersion: string | null };
/** A sign-in at a provider that is under way, and what happens when the browser returns. */
export type PendingOAuth = {
  readonly provider: string;
  readonly redirectTo: string;
  readonly challenge: Challenge | undefined;
  /** Identifies the returning browser if there is no challenge. */
  readonly cookie: string | undefined;
  /** The account that the identity is to be linked to, and the session that requested it. */
  readonly linking: { readonly userId: string; readonly sessionId: string } | undefined;
  readonly signUp: SignUpChoice;
};
export type OwnSecrets = { readonly nonce: string; readonly verifier: string };
type Row = {
  provider: string;
  secrets: Buffer;
  redirectTo: string;
  challenge: string | null;
  challengeMethod: Challenge['challengeMethod'] | null;
  cookieHash: Buffer | null;
  userId: string | null;
  sessionId: string | null;
  signUp: SignUpChoice;
  expiresAt: Date;
  usedAt: Date | null;
};
/** The state that a browser returned with. `wrong` is set for another browser, a second use or an expired state. */
export type Return = Omit<PendingOAuth, 'cookie'> & OwnSecrets & { readonly wrong?: Refusal };

/** How long signing in at a provider may take, in milliseconds. */
const lifetime = 600_000;
const day = 86_400_000;

const invalidState = (message: string) => new Refusal('oauth-state-invalid', message);

export const sealedOAuthStates: SealedColumn = {
  secret: 'signingKeys',
  purpose: 'identity.oauth-states',
  table: 'identity.oauth_states',
  column: 'secrets',
  label: 'id',
};

/** The rows of identity.oauth_states. The id is the `state` parameter that a provider returns; it is accepted once. */
@Injectable()
export class OAuthStates {
  readonly #box: SealedBox;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    { secrets }: Config,
  ) {
    this.#box = boxOf(sealedOAuthStates, secrets);
  }

  /** Returns the secrets that the provider's response is checked against. */
  async save(id: string, pending: PendingOAuth): Promise<OwnSecrets> {
    const { provider, redirectTo, challenge, cookie, linking, signUp } = pending;
    const secrets = { nonce: randomBytes(32).toString('base64url'), verifier: randomBytes(32).toString('base64url') };
    const now = this.clock.now();
    // Used states are kept for a day, so that a second use gets another refusal than an unknown state.
    await this.database.query('delete from identity.oauth_states where expires_at < $1', [instantAfter(now, -day)]);
    await this.database.query(
      `insert into identity.oauth_states (id, provider, secrets, redirect_to, challenge, challenge_method, cookie_hash,
         linking_user_id, linking_session_id, sign_up, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
      [
        id,
        provider,
        this.#box.seal(Buffer.from(JSON.stringify(secrets)), id),
        redirectTo,
        challenge?.challenge ?? null,
        challenge?.challengeMethod ?? null,
        cookie === undefined ? null : hash(cookie),
        linking?.userId ?? null,
        linking?.sessionId ?? null,
        JSON.stringify(signUp),
        now,
        instantAfter(now, lifetime),
      ],
    );
    return secrets;
  }

  /** Marks the state as used and returns what was saved with it; undefined for an unknown state. */
  async claim(id: string, cookies: readonly string[]): Promise<Return | undefined> {
    return this.database.transaction(async (within) => {
      const [row] = await within.query<Row>(
        `select provider, secrets, redirect_to as "redirectTo", challenge, challenge_method as "challengeMethod",
           cookie_hash as "cookieHash", linking_user_id as "userId", linking_session_id as "sessionId", sign_up as "signUp",
           expires_at as "expiresAt", used_at as "usedAt"
         from identity.oauth_states where id = $1 for update`,
        [id],
      );
      if (!row) return undefined;
      const now = this.clock.now();
      const refusal = refusalFor(row, cookies, now);
      if (!refusal) await within.query('update identity.oauth_states set used_at = $2 where id = $1', [id, now]);
      return { ...this.#read(id, row), ...(refusal && { wrong: refusal }) };
    });
  }

  #read(
    id: string,
    { provider, secrets, redirectTo, challenge, challengeMethod, userId, sessionId, signUp }: Row,
  ): Return {
    return {
      ...(JSON.parse(this.#box.open(secrets, id).toString()) as OwnSecrets),
      provider,
      redirectTo,
      challenge: challenge && challengeMethod ? { challenge, challengeMethod } : undefined,
      linking: userId && sessionId ? { userId, sessionId } : undefined,
      signUp,
    };
  }
}

const refusalFor = (
  { cookieHash, usedAt, expiresAt }: Row,
  cookies: readonly string[],
  now: Date,
): Refusal | undefined => {
  if (cookieHash && !cookies.some((cookie) => timingSafeEqual(hash(cookie), cookieHash)))
    return invalidState('OAuth state belongs to another browser');
  if (usedAt) return new Refusal('oauth-state-used', 'State has already been used');
  return expiresAt <= now ? invalidState('OAuth state has expired') : undefined;
};

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
const instantAfter = (instant: Date, milliseconds: number): Date => new Date(instant.getTime() + milliseconds);
