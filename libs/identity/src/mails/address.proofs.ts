import { Injectable } from '@nestjs/common';
import { Refusal } from '#kernel';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { Database } from '#platform/postgres';
import { Clock } from '../clock/index.ts';
import { type ConsumedToken, OneTimeTokens } from '../one-time-tokens/index.ts';
import { type Account, Addresses, completes, user } from '../users/index.ts';
import { UnprovenCredentials } from './unproven.credentials.ts';

const wrongLink = () => new Refusal('email-link-expired', 'This link is invalid or has expired');

/** Applies the proof that a user receives the mail of an address: verifies the address or confirms its change. */
@Injectable()
export class AddressProofs {
  constructor(
    private readonly store: EventStore,
    private readonly database: Database,
    private readonly addresses: Addresses,
    private readonly tokens: OneTimeTokens,
    private readonly unproven: UnprovenCredentials,
    private readonly context: Context,
    private readonly clock: Clock,
  ) {}

  /**
   * The proof identifies the user, so they become the actor. Returns 'pending' while the other address has not
   * confirmed the change.
   */
  async apply(consumed: ConsumedToken, account: Account): Promise<'pending' | 'complete'> {
    const { userId, role } = account;
    this.context.enter({ ...this.context.origin, by: { id: userId, kind: 'user', role } });
    const { kind, address } = consumed;
    if (kind === 'email-change-current' || kind === 'email-change-new')
      return this.#confirmChange(userId, kind === 'email-change-new' ? 'new' : 'current', consumed);
    if (account.email !== address) throw wrongLink();
    await this.#verify(account, kind === 'confirmation');
    return 'complete';
  }

  /**
   * Registration alone does not prove the address. If it is proved by another mail than the one sent at registration,
   * the account may have been created by someone else, so its unproven credentials are revoked.
   */
  async #verify(account: Account, bySignUp: boolean): Promise<void> {
    const { userId, emailVerifiedAt } = account;
    if (!emailVerifiedAt && !bySignUp) await this.unproven.revoke(account);
    await this.store.handle(user, `user-${userId}`, 'verifyEmail', {});
    if (!emailVerifiedAt) await this.addresses.verified(userId, this.clock.now());
  }

  /** The row is committed only after the event was appended. If either fails, the user can request the change again. */
  #confirmChange(userId: string, from: 'current' | 'new', { address }: ConsumedToken): Promise<'pending' | 'complete'> {
    const stream = `user-${userId}`;
    return this.database.transaction(async (within) => {
      await this.addresses.lock(within, userId);
      const { emailChange } = (await this.store.load(user, stream)).state;
      if (!emailChange || (from === 'new' && emailChange.newEmail !== address)) throw wrongLink();
      const complete = completes(emailChange, from);
      if (complete) {
        await this.addresses.changed(within, userId, emailChange.newEmail, this.clock.now());
        await this.tokens.deleteAllOf(within, userId);
      }
      await this.store.handle(user, stream, 'confirmEmailChange', { from });
      return complete ? 'complete' : 'pending';
    });
  }
}
