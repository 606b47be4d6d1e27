import { Injectable, Logger } from '@nestjs/common';
import type { Recorded } from '#kernel';
import { Site } from '#platform/http';
import { Effects } from '#platform/jobs';
import { Mail, MailRefused, type OutgoingMail } from '#platform/mail';
import { type Reaction } from '#platform/reactions';
import type { FactorEvents } from '../factors/index.ts';
import { OneTimeTokens, type TokenKind } from '../one-time-tokens/index.ts';
import type { LinkedIdentityEvents } from '../openid/index.ts';
import { type Account, Accounts, type UserEvents } from '../users/index.ts';
import { mailTexts } from './mails.texts.ts';
import type { TokenType } from './verification.commands.ts';

type WrittenMail = ReturnType<(typeof mailTexts)['recovery']>;
type Facts = { readonly name: string | null; readonly at: string; readonly url: string; readonly code: string };
type StaffFacts = Facts & { readonly reason: string };
/**
 * A mail whose text is not written yet. With `proves`, `url` and `code` hold a token of that kind; without it, `url` is
 * the page where a password is reset.
 */
type Draft = {
  readonly kind: string;
  readonly to: string;
  readonly proves?: TokenKind;
  readonly write: (facts: Facts) => WrittenMail;
};
/** The events that lead to mails. */
type MailedEvents = UserEvents & FactorEvents & LinkedIdentityEvents;
type RequestData = { readonly userId: string; readonly redirectTo?: string; readonly flowId?: string | null };
type Cause = Pick<Recorded, 'id' | 'at'> & { readonly data: RequestData };

/** The `type` query parameter of the link for each kind of token; null if its mail has a code and no link. */
const types: Readonly<Record<TokenKind, TokenType | null>> = {
  confirmation: 'signup',
  recovery: 'recovery',
  'magic-link': 'magiclink',
  reauthentication: null,
  'email-change-current': 'email_change',
  'email-change-new': 'email_change',
};

type MailsFor = (account: Account) => readonly Draft[];

const noMails: MailsFor = () => [];
/** One mail to the account's address. */
const mailToAccount =
  (kind: string, write: Draft['write']): MailsFor =>
  ({ email }) => [{ kind, to: email, write }];
const proof = (proves: Exclude<TokenKind, 'email-change-current'>, to: string): Draft => ({
  kind: proves,
  proves,
  to,
  write: mailTexts[proves],
});

/**
 * Mail about accounts. A token is created when its mail is sent, so only the mail holds it in clear text. Jobs hold no
 * personal data: addresses are looked up here.
 */
@Injectable()
export class MailReactions {
  readonly #log = new Logger(MailReactions.name);

  constructor(
    private readonly accounts: Accounts,
    private readonly tokens: OneTimeTokens,
    private readonly effects: Effects,
    private readonly mail: Mail,
    private readonly site: Site,
  ) {}

  /** The mails that each event causes. */
  readonly all: readonly Reaction<MailedEvents>[] = [
    {
      name: 'identity.send-confirmation',
      to: 'EmailConfirmationRequested',
      queue: 'mails',
      react: (event) =>
        this.#send(event, ({ email, emailVerifiedAt }) => (emailVerifiedAt ? [] : [proof('confirmation', email)])),
    },
    {
      name: 'identity.send-recovery',
      to: 'PasswordRecoveryRequested',
      queue: 'mails',
      react: (event) => this.#send(event, ({ email }) => [proof('recovery', email)]),
    },
    {
      name: 'identity.send-sign-in-link',
      to: 'SignInLinkRequested',
      queue: 'mails',
      react: (event) => this.#send(event, ({ email }) => [proof('magic-link', email)]),
    },
    {
      name: 'identity.send-reauthentication',
      to: 'ReauthenticationRequested',
      queue: 'mails',
      react: (event) => this.#send(event, ({ email }) => [proof('reauthentication', email)]),
    },
    {
      name: 'identity.send-email-change',
      to: 'EmailChangeRequested',
      queue: 'mails',
      react: (event) => this.#send(event, (account) => changeMails(event.data, account)),
    },
    {
      name: 'identity.notify-password-changed',
      to: 'PasswordChanged',
      queue: 'mails',
      react: (event) => this.#send(event, mailToAccount('password-changed', mailTexts.passwordChanged)),
    },
    {
      name: 'identity.notify-new-device',
      to: 'SignedInFromNewDevice',
      queue: 'mails',
      react: (event) => this.#send(event, newDeviceMails(event.data)),
    },
    {
      name: 'identity.notify-factor-added',
      to: 'FactorAdded',
      queue: 'mails',
      react: (event) =>
        this.#send(
          event,
          mailToAccount('factor-added', (facts) => mailTexts.factorAdded({ ...facts, factor: event.data.kind })),
        ),
    },
    {
      name: 'identity.notify-factor-removed',
      to: 'FactorRemoved',
      queue: 'mails',
      react: (event) => this.#send(event, factorRemovedMails(event)),
    },
    {
      name: 'identity.notify-suspended',
      to: 'UserSuspended',
      queue: 'mails',
      react: (event) => this.#send(event, staffMails('suspended', mailTexts.suspended, event.data.reason)),
    },
    {
      name: 'identity.notify-reinstated',
      to: 'UserReinstated',
      queue: 'mails',
      react: (event) => this.#send(event, staffMails('reinstated', mailTexts.reinstated, event.data.reason)),
    },
    {
      name: 'identity.notify-role-changed',
      to: 'UserRoleChanged',
      queue: 'mails',
      react: (event) => this.#send(event, roleChangedMails(event.data)),
    },
    {
      name: 'identity.notify-identity-linked',
      to: 'IdentityLinked',
      queue: 'mails',
      react: (event) => this.#send(event, linkedMails(event.data)),
    },
    {
      name: 'identity.notify-identity-unlinked',
      to: 'IdentityUnlinked',
      queue: 'mails',
      react: (event) =>
        this.#send(
          event,
          mailToAccount('identity-unlinked', (facts) =>
            mailTexts.identityUnlinked({ ...facts, provider: event.data.provider }),
          ),
        ),
    },
  ];

  /** Sends each kind of mail at most once for each event. */
  async #send(event: Cause, draftsFor: MailsFor): Promise<void> {
    const account = await this.accounts.byId(event.data.userId);
    if (!account) return;
    for (const draft of draftsFor(account)) {
      const kind = `identity.${draft.kind}`;
      const result = (await this.effects.resultOf(event.id, kind)) ?? (await this.#deliver(event, draft, account));
      if (result === 'unknown')
        this.#log.warn(
          `It is unknown whether the ${kind} email for event ${event.id} was sent: a worker stopped while it sent it`,
        );
    }
  }

  /** The token is stored before the effect starts, so that the mail is sent later if the database does not respond. */
  async #deliver(
    event: Cause,
    { kind, to, proves, write }: Draft,
    { userId: person, metadata }: Account,
  ): Promise<'completed' | 'unknown'> {
    const name = typeof metadata.first_name === 'string' ? metadata.first_name : null;
    const { id, at } = event;
    const writtenMail = write({ name, at, ...(await this.#linkAndCode(event, to, proves)) });
    const mail = { id: `${id}/${kind}`, kind: `identity.${kind}`, person, to, ...writtenMail };
    return this.effects.once(id, mail.kind, () => this.#handOver(mail, id));
  }

  async #handOver(mail: OutgoingMail, eventId: string): Promise<void> {
    try {
      await this.mail.send(mail);
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error;
      this.#log.warn(`The mail server rejected the ${mail.kind} email for event ${eventId}`);
    }
  }

  /** The link and the code of a mail. */
  async #linkAndCode(
    { data }: Cause,
    address: string,
    kind: TokenKind | undefined,
  ): Promise<Pick<Facts, 'url' | 'code'>> {
    if (!kind) return { url: `${this.site.url}/reset-password`, code: '' };
    const { userId, redirectTo = '', flowId = null } = data;
    const { code, link } = await this.tokens.create({ userId, kind, address, flowId });
    const type = types[kind];
    const query = new URLSearchParams({ token: link, ...(type && { type }), redirect_to: redirectTo });
    return { url: type ? `${this.site.url}/auth/v1/link?${query}` : '', code };
  }
}

/** A change of address sends up to two mails. A request that a later one has replaced sends none. */
const changeMails = ({ newEmail, fromBoth }: UserEvents['EmailChangeRequested'], account: Account) => {
  if (account.newEmail !== newEmail) return [];
  const kind = 'email-change-current';
  const write = (facts: Facts) => mailTexts[kind]({ ...facts, newEmail });
  const current: Draft = { kind, proves: kind, to: account.email, write };
  return [proof('email-change-new', newEmail), ...(fromBoth ? [current] : [])];
};

/** Without a reason, which reads as null after the person's erasure, no mail is sent. */
const staffMails = (kind: string, write: (facts: StaffFacts) => WrittenMail, reason: string | null): MailsFor =>
  reason === null ? noMails : mailToAccount(kind, (facts) => write({ ...facts, reason }));

const roleChangedMails = ({ role, reason }: UserEvents['UserRoleChanged']): MailsFor =>
  staffMails('role-changed', (facts) => mailTexts.roleChanged({ ...facts, role }), reason);

const factorRemovedMails = ({ by, reason }: Recorded): MailsFor =>
  by.kind === 'user'
    ? mailToAccount('factor-removed', mailTexts.factorRemoved)
    : staffMails('factor-removed', mailTexts.factorsReset, reason ?? '');

/** The device reads as null after the person's erasure; then no mail is sent. */
const newDeviceMails = ({ device, ip }: UserEvents['SignedInFromNewDevice']): MailsFor =>
  device === null ? noMails : mailToAccount('new-device', (facts) => mailTexts.newDevice({ ...facts, device, ip }));

/** A user who has just signed up at the provider needs no warning. */
const linkedMails = ({ provider, method }: LinkedIdentityEvents['IdentityLinked']): MailsFor =>
  method === 'sign-up'
    ? noMails
    : mailToAccount('identity-linked', (facts) => mailTexts.identityLinked({ ...facts, provider }));
