import { Injectable } from '@nestjs/common';
import { refuse } from '#kernel';
import { Database } from '#platform';
import { AuthError } from '../gotrue/gotrue.errors.ts';
import { Clock, seconds } from '../identity.clock.ts';
import { OneTimeTokens } from '../mails/one-time-tokens.store.ts';
import type { Amr, Method } from '../sessions/assurance.ts';
import type { Account } from './accounts.store.ts';
import { PasswordHasher } from './password.hasher.ts';

/** What somebody brings to show that it is them who changes the password. */
export type PasswordProof = { readonly currentPassword?: string; readonly nonce?: string };

const byMail: readonly Method[] = ['otp', 'recovery', 'magiclink'];
/** So long after following a mail's link, in seconds, its session may set a password. */
const mailCounts = 3_600;
/** In a session older than this, in seconds, the page that asks cannot be expected to know the password. */
const sessionIsOld = 86_400;

/** A session alone does not change a password: somebody may have sat down at an open screen. */
@Injectable()
export class PasswordProofs {
  constructor(
    private readonly database: Database,
    private readonly tokens: OneTimeTokens,
    private readonly hasher: PasswordHasher,
    private readonly clock: Clock,
  ) {}

  /**
   * A code that was mailed, the current password, or a session that has just begun with a mail's link. Who has no
   * password yet needs none of them while the session is young. Throws what GoTrue answers.
   */
  async demand(account: Account, sessionId: string, { currentPassword, nonce }: PasswordProof): Promise<void> {
    if (nonce) return this.#byNonce(account, nonce);
    if (currentPassword) return this.#byPassword(account, currentPassword);
    const now = seconds(this.clock.now());
    const { amr, createdAt } = await this.#session(sessionId);
    if (amr.some(({ method, timestamp }) => byMail.includes(method) && now - timestamp < mailCounts)) return;
    if (now - seconds(createdAt) > sessionIsOld)
      throw new AuthError(400, 'reauthentication_needed', 'Password update requires reauthentication');
    if (account.passwordHash !== null)
      throw new AuthError(400, 'current_password_required', 'Current password required when setting new password.');
  }

  async #byNonce({ userId, email }: Account, nonce: string): Promise<void> {
    const spent = await this.tokens.spendCode(['reauthentication'], email, nonce, userId);
    if (!spent) throw new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid');
  }

  async #byPassword({ passwordHash }: Account, current: string): Promise<void> {
    if (!(await this.hasher.matches(passwordHash, current)))
      refuse('password-current', 'Current password is incorrect');
  }

  async #session(id: string): Promise<{ amr: readonly Amr[]; createdAt: Date }> {
    const sql = 'select amr, created_at as "createdAt" from identity.sessions where id = $1';
    const [session] = await this.database.query<{ amr: readonly Amr[]; createdAt: Date }>(sql, [id]);
    if (!session) throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
    return session;
  }
}
