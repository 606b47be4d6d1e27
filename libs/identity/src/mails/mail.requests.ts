import { Injectable } from '@nestjs/common';
import { EventStore } from '#platform/event-store';
import { Clock } from '../clock/index.ts';
import { type Challenge, FlowStates, tokenLasts } from '../one-time-tokens/index.ts';
import type { Method } from '../sessions/index.ts';
import { type Account, Addresses, user } from '../users/index.ts';

/**
 * `redirectTo` is where a mail's link finally leads. With a `challenge`, the link yields a code that only the holder of
 * its verifier can redeem.
 */
export type MailOptions = { readonly redirectTo: string; readonly challenge?: Challenge | undefined };

/**
 * In seconds. A flow lives longer than its token, because the token is only created when the mail is sent, after the
 * request.
 */
const flowLifetime = tokenLasts + 600;

const streamOf = ({ userId }: Pick<Account, 'userId'>): string => `user-${userId}`;

/**
 * Records that a mail was requested; a reaction sends it. Its token is only created then, so the events hold no secret.
 */
@Injectable()
export class MailRequests {
  constructor(
    private readonly store: EventStore,
    private readonly addresses: Addresses,
    private readonly flows: FlowStates,
    private readonly clock: Clock,
  ) {}

  /** The part of an event that describes the requested mail. Starts a flow if there is a challenge. */
  async asked(wanted: MailOptions, method: Method): Promise<{ redirectTo: string; flowId: string | null }> {
    const { redirectTo, challenge } = wanted;
    return { redirectTo, flowId: challenge ? await this.flows.open(challenge, method, flowLifetime) : null };
  }

  async confirmation(account: Account, wanted: MailOptions): Promise<void> {
    const request = await this.asked(wanted, 'email/signup');
    const { state } = await this.store.handle(user, streamOf(account), 'requestConfirmation', request);
    // The address is verified in the log but not in the row: a process died between the two writes.
    if (state.emailVerified) await this.addresses.verified(account.userId, this.clock.now());
    else await this.addresses.asked(account.userId, 'confirmation', this.clock.now());
  }

  async recovery(account: Account, wanted: MailOptions): Promise<void> {
    await this.store.handle(user, streamOf(account), 'requestRecovery', await this.asked(wanted, 'recovery'));
    await this.addresses.asked(account.userId, 'recovery', this.clock.now());
  }

  async signInLink(account: Account, wanted: MailOptions): Promise<void> {
    await this.store.handle(user, streamOf(account), 'requestSignInLink', await this.asked(wanted, 'magiclink'));
    await this.addresses.asked(account.userId, 'recovery', this.clock.now());
  }

  async reauthentication(account: Account): Promise<void> {
    await this.store.handle(user, streamOf(account), 'requestReauthentication', {});
    await this.addresses.asked(account.userId, 'reauthentication', this.clock.now());
  }

  /** An old address that was never verified does not have to confirm the change. */
  async emailChange(account: Account, newEmail: string, wanted: MailOptions): Promise<void> {
    const facts = { newEmail, fromBoth: account.emailVerifiedAt !== null };
    const request = await this.asked(wanted, 'email_change');
    // The row is written before the event, because the reaction reads the new address from the row.
    await this.addresses.askedToChange(account.userId, newEmail, this.clock.now());
    await this.store.handle(user, streamOf(account), 'requestEmailChange', { ...facts, ...request });
  }
}
