import { Injectable } from '@nestjs/common';
import { Refusal } from '#kernel';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { Database } from '#platform/postgres';
import type { Account } from '../accounts/accounts.store.ts';
import { Clock } from '../identity.clock.ts';
import { user } from '../user.ts';
import { completes } from '../user-state.ts';
import { Addresses } from './addresses.store.ts';
import { EarlierWays } from './earlier.ways.ts';
import { OneTimeTokens, type Spent } from './one-time-tokens.store.ts';

const wrongLink = () => new Refusal('email-link-expired', 'This link is invalid or has expired');

/** What follows once somebody has shown that they get the mail of an account. */
@Injectable()
export class AddressProofs {
  constructor(
    private readonly store: EventStore,
    private readonly database: Database,
    private readonly addresses: Addresses,
    private readonly tokens: OneTimeTokens,
    private readonly earlier: EarlierWays,
    private readonly context: Context,
    private readonly clock: Clock,
  ) {}

  /** From here on they act as themselves. 'half' if the other address has yet to agree to the change. */
  async take(spent: Spent, account: Account): Promise<'half' | 'whole'> {
    const { userId, role } = account;
    this.context.enter({ ...this.context.origin, by: { id: userId, kind: 'user', role } });
    const { kind, address } = spent;
    if (kind === 'email-change-current' || kind === 'email-change-new')
      return this.#confirmChange(userId, kind === 'email-change-new' ? 'new' : 'current', spent);
    if (account.email !== address) throw wrongLink();
    await this.#verify(account, kind === 'confirmation');
    return 'whole';
  }

  /**
   * Who signed up has not shown yet that the address is theirs. If its owner comes by another way than the sign-up's own
   * mail, that somebody may be another: nothing that they have or wanted opens it any more.
   */
  async #verify(account: Account, bySignUp: boolean): Promise<void> {
    const { userId, emailVerifiedAt } = account;
    if (!emailVerifiedAt && !bySignUp) await this.earlier.close(account);
    await this.store.handle(user, `user-${userId}`, 'verifyEmail', {});
    if (!emailVerifiedAt) await this.addresses.verified(userId, this.clock.now());
  }

  /** The row is not committed before the event is: whichever fails, neither is true, and asking again mends it. */
  #confirmChange(userId: string, from: 'current' | 'new', { address }: Spent): Promise<'half' | 'whole'> {
    const stream = `user-${userId}`;
    return this.database.transaction(async (within) => {
      await this.addresses.lock(within, userId);
      const { emailChange } = (await this.store.load(user, stream)).state;
      if (!emailChange || (from === 'new' && emailChange.newEmail !== address)) throw wrongLink();
      const complete = completes(emailChange, from);
      if (complete) {
        await this.addresses.changed(within, userId, emailChange.newEmail, this.clock.now());
        await this.tokens.forget(within, userId);
      }
      await this.store.handle(user, stream, 'confirmEmailChange', { from });
      return complete ? 'whole' : 'half';
    });
  }
}
