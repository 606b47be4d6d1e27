import { Injectable } from '@nestjs/common';
import { EventStore } from '#platform/event-store';
import { Clock } from '../clock/index.ts';
import { type Challenge, FlowStates, tokenLasts } from '../one-time-tokens/index.ts';
import type { Method } from '../sessions/index.ts';
import { type Account, Addresses, user } from '../users/index.ts';

/** Where a mail's link leads in the end; with a challenge, to a code that only its verifier redeems. */
export type MailOptions = { readonly redirectTo: string; readonly challenge?: Challenge | undefined };

/** A flow outlasts the token that ends it: the mail goes out a moment after it was asked for. */
const flowLasts = tokenLasts + 600;

const streamOf = ({ userId }: Pick<Account, 'userId'>): string => `user-${userId}`;

/** Notes that a mail was asked for; a reaction sends it. Nothing secret exists before that. */
@Injectable()
export class MailRequests {
  constructor(
    private readonly store: EventStore,
    private readonly addresses: Addresses,
    private readonly flows: FlowStates,
    private readonly clock: Clock,
  ) {}

  /** What the sign-up's own event says of the mail that confirms the address. */
  async asked(wanted: MailOptions, method: Method): Promise<{ redirectTo: string; flowId: string | null }> {
    const { redirectTo, challenge } = wanted;
    return { redirectTo, flowId: challenge ? await this.flows.open(challenge, method, flowLasts) : null };
  }

  async confirmation(account: Account, wanted: MailOptions): Promise<void> {
    const asked = await this.asked(wanted, 'email/signup');
    const { state } = await this.store.handle(user, streamOf(account), 'requestConfirmation', asked);
    // The process that confirmed it died before it could say so here.
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

  /** An address that was never proved protects nothing, so it need not agree. */
  async emailChange(account: Account, newEmail: string, wanted: MailOptions): Promise<void> {
    const facts = { newEmail, fromBoth: account.emailVerifiedAt !== null };
    const asked = await this.asked(wanted, 'email_change');
    // The row first: the reaction sends to what it says.
    await this.addresses.askedToChange(account.userId, newEmail, this.clock.now());
    await this.store.handle(user, streamOf(account), 'requestEmailChange', { ...facts, ...asked });
  }
}
