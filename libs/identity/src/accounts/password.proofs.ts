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

/** How long after a mailed link or code was used its session may set a password once, in seconds. */
const mailProofLifetime: { readonly [method in Method]?: number } = { recovery: 3_600, otp: 600, magiclink: 600 };
/**
 * In a session older than this, in seconds, the refusal asks for a mailed code, because the client may have no field
 * for the current password.
 */
const oldSessionAge = 86_400;

/** A session alone is not enough to change a password, because another person may use an unlocked screen. */
@Injectable()
export class PasswordProofs {
  constructor(
    private readonly database: Database,
    private readonly reauthentication: ReauthenticationProofs,
    private readonly hasher: PasswordHasher,
    private readonly clock: Clock,
  ) {}

  /**
   * Accepts a mailed code, the current password, or a session that was just started with a mailed link or code. An
   * account without a password needs the same proof as for closing it, because the first password could be used to
   * close it. Refuses `reauthentication-…`, `password-current…`.
   */
  async require(account: Account, sessionId: string, { currentPassword, nonce }: PasswordProof): Promise<void> {
    if (nonce) return this.reauthentication.require(account, sessionId, nonce);
    if (currentPassword) return this.#byPassword(account, currentPassword);
    const now = seconds(this.clock.now());
    const { amr, createdAt } = await this.#session(sessionId);
    const unusedProofs = amr.filter(({ timestamp }) => timestamp >= seconds(account.passwordSetAt ?? new Date(0)));
    if (unusedProofs.some(({ method, timestamp }) => now - timestamp < (mailProofLifetime[method] ?? 0))) return;
    if (now - seconds(createdAt) > oldSessionAge)
      refuse('reauthentication-needed-for-password', 'Enter the code we email you');
    if (account.passwordHash === null) return this.reauthentication.require(account, sessionId);
    refuse('password-current-missing', 'Enter your current password as well');
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
