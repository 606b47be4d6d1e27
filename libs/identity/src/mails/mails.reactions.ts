import { Injectable, Logger } from '@nestjs/common';
import type { Recorded } from '#kernel';
import { Site } from '#platform/http';
import { Effects } from '#platform/jobs';
import { Mail, MailRefused } from '#platform/mail';
import { type Reaction } from '#platform/reactions';
import type { FactorEvents } from '../factors/index.ts';
import { OneTimeTokens, type TokenKind } from '../one-time-tokens/index.ts';
import type { LinkedIdentityEvents } from '../openid/index.ts';
import { type Account, Accounts, type UserEvents } from '../users/index.ts';
import { letters } from './mails.texts.ts';
import type { TokenType } from './verification.commands.ts';

type Written = ReturnType<(typeof letters)['recovery']>;
type Facts = { readonly name: string | null; readonly at: string; readonly url: string; readonly code: string };
/** A letter before it is written: `url` and `code` prove what `proves` says, without it `url` is where a password is set anew. */
type Draft = {
  readonly kind: string;
  readonly to: string;
  readonly proves?: TokenKind;
  readonly write: (facts: Facts) => Written;
};
/** What letters are written about. */
type Told = UserEvents & FactorEvents & LinkedIdentityEvents;
type Asked = { readonly userId: string; readonly redirectTo?: string; readonly flowId?: string | null };
type Cause = Pick<Recorded, 'id' | 'at'> & { readonly data: Asked };

/** What a link says that it is; a code that is only typed has none. */
const types: Readonly<Record<TokenKind, TokenType | null>> = {
  confirmation: 'signup',
  recovery: 'recovery',
  'magic-link': 'magiclink',
  reauthentication: null,
  'email-change-current': 'email_change',
  'email-change-new': 'email_change',
};

type Letters = (account: Account) => readonly Draft[];

const none: Letters = () => [];
/** One letter, to where the account gets its mail. */
const told =
  (kind: string, write: Draft['write']): Letters =>
  ({ email }) => [{ kind, to: email, write }];
const proof = (proves: Exclude<TokenKind, 'email-change-current'>, to: string): Draft => ({
  kind: proves,
  proves,
  to,
  write: letters[proves],
});

/**
 * Mail about accounts. A token is made when its mail is sent, so nobody but the mail ever holds it in clear, and jobs name
 * nobody: addresses are looked up here.
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

  /** Which event leads to which letters. */
  readonly all: readonly Reaction<Told>[] = [
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
      react: (event) => this.#send(event, (account) => changeLetters(event.data, account)),
    },
    {
      name: 'identity.tell-password-changed',
      to: 'PasswordChanged',
      queue: 'mails',
      react: (event) => this.#send(event, told('password-changed', letters.passwordChanged)),
    },
    {
      name: 'identity.tell-new-device',
      to: 'SignedInFromNewDevice',
      queue: 'mails',
      react: (event) => this.#send(event, arrivalLetters(event.data)),
    },
    {
      name: 'identity.tell-factor-added',
      to: 'FactorAdded',
      queue: 'mails',
      react: (event) =>
        this.#send(
          event,
          told('factor-added', (facts) => letters.factorAdded({ ...facts, factor: event.data.kind })),
        ),
    },
    {
      name: 'identity.tell-factor-removed',
      to: 'FactorRemoved',
      queue: 'mails',
      react: (event) => this.#send(event, told('factor-removed', letters.factorRemoved)),
    },
    {
      name: 'identity.tell-identity-linked',
      to: 'IdentityLinked',
      queue: 'mails',
      react: (event) => this.#send(event, linkedLetters(event.data)),
    },
    {
      name: 'identity.tell-identity-unlinked',
      to: 'IdentityUnlinked',
      queue: 'mails',
      react: (event) =>
        this.#send(
          event,
          told('identity-unlinked', (facts) => letters.identityUnlinked({ ...facts, provider: event.data.provider })),
        ),
    },
  ];

  /** Each kind once for each event. */
  async #send(event: Cause, draftsFor: Letters): Promise<void> {
    const account = await this.accounts.byId(event.data.userId);
    if (!account) return;
    for (const draft of draftsFor(account))
      await this.effects.once(event.id, `identity.${draft.kind}`, () => this.#deliver(event, draft, account));
  }

  async #deliver(
    event: Cause,
    { kind, to, proves, write }: Draft,
    { userId: person, metadata }: Account,
  ): Promise<void> {
    const name = typeof metadata.first_name === 'string' ? metadata.first_name : null;
    const { at } = event;
    const written = write({ name, at, ...(await this.#means(event, to, proves)) });
    try {
      await this.mail.send({ id: `${event.id}/${kind}`, kind: `identity.${kind}`, person, to, ...written });
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error;
      this.#log.warn(`The mail server refuses identity.${kind} for event ${event.id}`);
    }
  }

  /** What the reader is given to follow or to type. */
  async #means({ data }: Cause, address: string, kind: TokenKind | undefined): Promise<Pick<Facts, 'url' | 'code'>> {
    if (!kind) return { url: `${this.site.url}/reset-password`, code: '' };
    const { userId, redirectTo = '', flowId = null } = data;
    const { code, link } = await this.tokens.mint({ userId, kind, address, flowId });
    const type = types[kind];
    const query = new URLSearchParams({ token: link, ...(type && { type }), redirect_to: redirectTo });
    return { url: type ? `${this.site.url}/auth/v1/link?${query}` : '', code };
  }
}

/** One change, two letters; what was asked for since then is not this one's business. */
const changeLetters = ({ newEmail, fromBoth }: UserEvents['EmailChangeRequested'], account: Account) => {
  if (account.newEmail !== newEmail) return [];
  const kind = 'email-change-current';
  const write = (facts: Facts) => letters[kind]({ ...facts, newEmail });
  const current: Draft = { kind, proves: kind, to: account.email, write };
  return [proof('email-change-new', newEmail), ...(fromBoth ? [current] : [])];
};

/** An erased person's device reads as null. */
const arrivalLetters = ({ device, ip }: UserEvents['SignedInFromNewDevice']): Letters =>
  device === null ? none : told('new-device', (facts) => letters.newDevice({ ...facts, device, ip }));

/** Who has just signed up there knows. */
const linkedLetters = ({ provider, how }: LinkedIdentityEvents['IdentityLinked']): Letters =>
  how === 'sign-up' ? none : told('identity-linked', (facts) => letters.identityLinked({ ...facts, provider }));
