import { Injectable } from '@nestjs/common';
import { EventStore } from '#platform/event-store';
import { Database } from '#platform/postgres';
import { Clock } from '../clock/index.ts';
import { type Challenge, FlowStates, OneTimeTokens, tokenLifetime } from '../one-time-tokens/index.ts';
import type { Method } from '../sessions/index.ts';
import { type Account, Addresses, user } from '../users/index.ts';

/**
 * `redirectTo` is where a mail's link finally leads. With a `challenge`, the link yields a code that only the holder of
 * its verifier can redeem.
 */
export type MailOptions = { readonly redirectTo: string; readonly challenge?: Challenge | undefined };

/**
 * How long a flow is valid, in seconds: longer than its token, because the token is only created when the mail is sent,
 * after the request.
 */
const flowLifetime = tokenLifetime + 600;

const streamOf = ({ userId }: Pick<Account, 'userId'>): string => `user-${userId}`;

/**
 * Records that a mail was requested; a reaction sends it. Its token is only created then, so the events hold no secret.
 */
@Injectable()
export class MailRequests {
  constructor(
    private readonly store: EventStore,
    private readonly database: Database,
    private readonly addresses: Addresses,
    private readonly tokens: OneTimeTokens,
    private readonly flows: FlowStates,
    private readonly clock: Clock,
  ) {}

  /** The part of an event that describes the requested mail. Starts a flow if there is a challenge. */
  async prepare(options: MailOptions, method: Method): Promise<{ redirectTo: string; flowId: string | null }> {
    const { redirectTo, challenge } = options;
    return { redirectTo, flowId: challenge ? await this.flows.open(challenge, method, flowLifetime) : null };
  }

  async confirmation(account: Account, options: MailOptions): Promise<void> {
    const request = await this.prepare(options, 'email/signup');
    const { state } = await this.store.handle(user, streamOf(account), 'requestConfirmation', request);
    // The address is verified in the log but not in the row: a process died between the two writes.
    if (state.emailVerified) await this.addresses.verified(account.userId, this.clock.now());
    else await this.addresses.recordMailRequest(account.userId, 'confirmation', this.clock.now());
  }

  async recovery(account: Account, options: MailOptions): Promise<void> {
    await this.store.handle(user, streamOf(account), 'requestRecovery', await this.prepare(options, 'recovery'));
    await this.addresses.recordMailRequest(account.userId, 'recovery', this.clock.now());
  }

  async signInLink(account: Account, options: MailOptions): Promise<void> {
    await this.store.handle(user, streamOf(account), 'requestSignInLink', await this.prepare(options, 'magiclink'));
    await this.addresses.recordMailRequest(account.userId, 'recovery', this.clock.now());
  }

  async reauthentication(account: Account): Promise<void> {
    await this.store.handle(user, streamOf(account), 'requestReauthentication', {});
    await this.addresses.recordMailRequest(account.userId, 'reauthentication', this.clock.now());
  }

  /** An old address that was never verified does not have to confirm the change. */
  async emailChange(account: Account, newEmail: string, options: MailOptions): Promise<void> {
    if (await this.#completeChange(account, newEmail)) return;
    const facts = { newEmail, fromBoth: account.emailVerifiedAt !== null };
    const request = await this.prepare(options, 'email_change');
    // The row is written before the event, because the reaction reads the new address from the row.
    await this.addresses.recordChangeRequest(account.userId, newEmail, this.clock.now());
    await this.store.handle(user, streamOf(account), 'requestEmailChange', { ...facts, ...request });
  }

  /**
   * Changes the row if the address is already changed in the log: a process died between the two writes. Returns
   * whether it was.
   */
  async #completeChange(account: Account, newEmail: string): Promise<boolean> {
    const { userId, email } = account;
    const { state } = await this.store.load(user, streamOf(account));
    if (state.email !== newEmail || email === newEmail) return false;
    await this.database.transaction(async (within) => {
      await this.addresses.changed(within, userId, newEmail, this.clock.now());
      await this.tokens.deleteAllOf(within, userId);
    });
    return true;
  }
}
