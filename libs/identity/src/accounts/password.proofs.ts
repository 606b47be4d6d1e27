import { Injectable } from '@nestjs/common';
import { refuse } from '#kernel';
import { Database } from '#platform/postgres';
import { Clock, seconds } from '../clock/index.ts';
import { PasswordHasher } from '../passwords/index.ts';
import type { Amr, Method } from '../sessions/index.ts';
import type { Account } from '../users/index.ts';
import { ReauthenticationProofs } from './reauthentication.proofs.ts';

/** Proof that the account's owner changes the password. */
export type PasswordProof = { readonly currentPassword?: string; readonly nonce?: string };

/** So long after a mail's link was followed or its code typed, in seconds, the session may set a password, once. */
const mailCounts: { readonly [method in Method]?: number } = { recovery: 3_600, otp: 600, magiclink: 600 };
/** In a session older than this, in seconds, the page that asks cannot be expected to know the password. */
const sessionIsOld = 86_400;

/** A session alone does not change a password: another person may use an unlocked screen. */
@Injectable()
export class PasswordProofs {
  constructor(
    private readonly database: Database,
    private readonly fresh: ReauthenticationProofs,
    private readonly hasher: PasswordHasher,
    private readonly clock: Clock,
  ) {}

  /**
   * A code that was mailed, the current password, or a session that has just begun with a mail's link. Who has no
   * password yet shows what they would to close their account: the first one closes it. Refuses `reauthentication-…`, `password-current…`.
   */
  async demand(account: Account, sessionId: string, { currentPassword, nonce }: PasswordProof): Promise<void> {
    if (nonce) return this.fresh.demand(account, sessionId, nonce);
    if (currentPassword) return this.#byPassword(account, currentPassword);
    const now = seconds(this.clock.now());
    const { amr, createdAt } = await this.#session(sessionId);
    const unused = amr.filter(({ timestamp }) => timestamp >= seconds(account.passwordSetAt ?? new Date(0)));
    if (unused.some(({ method, timestamp }) => now - timestamp < (mailCounts[method] ?? 0))) return;
    if (now - seconds(createdAt) > sessionIsOld)
      refuse('reauthentication-needed-for-password', 'Please type a code that we mail you');
    if (account.passwordHash === null) return this.fresh.demand(account, sessionId);
    refuse('password-current-missing', 'Please type your current password as well');
  }

  async #byPassword({ passwordHash }: Account, current: string): Promise<void> {
    if (!(await this.hasher.matches(passwordHash, current)))
      refuse('password-current', 'Current password is incorrect');
  }

  async #session(id: string): Promise<{ amr: readonly Amr[]; createdAt: Date }> {
    const sql = 'select amr, created_at as "createdAt" from identity.sessions where id = $1';
    const [session] = await this.database.query<{ amr: readonly Amr[]; createdAt: Date }>(sql, [id]);
    if (!session) refuse('session-not-found', 'This session has ended');
    return session;
  }
}
