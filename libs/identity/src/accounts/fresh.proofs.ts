import { Injectable } from '@nestjs/common';
import { refuse } from '#kernel';
import { Database } from '#platform/postgres';
import { Clock, seconds } from '../identity.clock.ts';
import { OneTimeTokens } from '../mails/one-time-tokens.store.ts';
import type { Amr } from '../sessions/assurance.ts';
import type { Account } from './accounts.store.ts';

/** So long after somebody proved who they are, in seconds, they need not do it once more. */
const fresh = 600;

/** What shows without a password that it is still them, and not somebody at their open screen. */
@Injectable()
export class FreshProofs {
  constructor(
    private readonly database: Database,
    private readonly tokens: OneTimeTokens,
    private readonly clock: Clock,
  ) {}

  /** A code that was mailed, or a session whose last proof is ten minutes old at most. Refuses `reauthentication-…`. */
  async demand({ userId, email }: Account, sessionId: string, nonce = ''): Promise<void> {
    if (nonce) {
      if (await this.tokens.spendCode(['reauthentication'], email, nonce, userId)) return;
      refuse('reauthentication-code-wrong', 'This code is wrong or has expired');
    }
    const provedAt = Math.max(0, ...(await this.#amr(sessionId)).map(({ timestamp }) => timestamp));
    if (seconds(this.clock.now()) - provedAt > fresh)
      refuse('reauthentication-needed', 'Please sign in again, or type a code that we mail you');
  }

  async #amr(sessionId: string): Promise<readonly Amr[]> {
    const sql = 'select amr from identity.sessions where id = $1';
    const [session] = await this.database.query<{ amr: readonly Amr[] }>(sql, [sessionId]);
    return session?.amr ?? [];
  }
}
