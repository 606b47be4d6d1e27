import { Injectable } from '@nestjs/common';
import { refuse } from '#kernel';
import { Database } from '#platform/postgres';
import { Clock, seconds } from '../clock/index.ts';
import { OneTimeTokens } from '../one-time-tokens/index.ts';
import type { Amr } from '../sessions/index.ts';
import type { Account } from '../users/index.ts';

/** How long after a sign-in no further proof is needed, in seconds. */
const recentSignIn = 600;

/** Proof without a password that the account's owner is still at the screen. */
@Injectable()
export class ReauthenticationProofs {
  constructor(
    private readonly database: Database,
    private readonly tokens: OneTimeTokens,
    private readonly clock: Clock,
  ) {}

  /** Accepts a mailed code, or a session whose last proof is at most ten minutes old. Refuses `reauthentication-…`. */
  async require({ userId, email }: Account, sessionId: string, nonce = ''): Promise<void> {
    if (nonce) {
      if (await this.tokens.consumeCode(['reauthentication'], email, nonce, userId)) return;
      refuse('reauthentication-code-wrong', 'This code is incorrect or has expired');
    }
    const provedAt = Math.max(0, ...(await this.#amr(sessionId)).map(({ timestamp }) => timestamp));
    if (seconds(this.clock.now()) - provedAt > recentSignIn)
      refuse('reauthentication-needed', 'Sign in again, or enter the code we email you');
  }

  async #amr(sessionId: string): Promise<readonly Amr[]> {
    const sql = 'select amr from identity.sessions where id = $1';
    const [session] = await this.database.query<{ amr: readonly Amr[] }>(sql, [sessionId]);
    return session?.amr ?? [];
  }
}
