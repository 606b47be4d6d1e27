import { Injectable, Logger } from '@nestjs/common';
import type { Recorded } from '#kernel';
import { Effects, LetterRefused, Mail, type Reaction, Site } from '#platform';
import { type Account, Accounts } from '../accounts/accounts.store.ts';
import type { UserEvents } from '../user.ts';
import { identityLetters as letters } from './identity.letters.ts';
import { OneTimeTokens, type TokenKind } from './one-time-tokens.store.ts';
import type { TokenType } from './verification.commands.ts';

type Written = ReturnType<(typeof letters)['recovery']>;
type Cause = Pick<Recorded, 'id' | 'at'>;
type Asked = { readonly userId: string; readonly redirectTo: string; readonly flowId: string | null };

/** A mail server may be away for a while: half an hour or more, waiting twice as long each time. */
const attempts = 15;
const types: Readonly<Record<Exclude<TokenKind, 'reauthentication'>, TokenType>> = {
  confirmation: 'signup',
  recovery: 'recovery',
  'magic-link': 'magiclink',
  'email-change-current': 'email_change',
  'email-change-new': 'email_change',
};

/**
 * Mail about accounts. A token is made when its mail is sent, so nobody but the mail ever holds it in clear, and jobs name
 * nobody: addresses are looked up here.
 */
@Injectable()
export class IdentityReactions {
  readonly #log = new Logger(IdentityReactions.name);

  constructor(
    private readonly accounts: Accounts,
    private readonly tokens: OneTimeTokens,
    private readonly effects: Effects,
    private readonly mail: Mail,
    private readonly site: Site,
  ) {}

  readonly sendConfirmation: Reaction<UserEvents> = {
    name: 'identity.send-confirmation',
    to: 'EmailConfirmationRequested',
    attempts,
    react: async (event) => {
      const account = await this.accounts.byId(event.data.userId);
      if (account && !account.emailVerifiedAt)
        await this.#sendProof(event, 'confirmation', account, account.email, letters.confirmation);
    },
  };

  readonly sendRecovery: Reaction<UserEvents> = {
    name: 'identity.send-recovery',
    to: 'PasswordRecoveryRequested',
    attempts,
    react: async (event) => {
      const account = await this.accounts.byId(event.data.userId);
      if (account) await this.#sendProof(event, 'recovery', account, account.email, letters.recovery);
    },
  };

  readonly sendSignInLink: Reaction<UserEvents> = {
    name: 'identity.send-sign-in-link',
    to: 'SignInLinkRequested',
    attempts,
    react: async (event) => {
      const account = await this.accounts.byId(event.data.userId);
      if (account) await this.#sendProof(event, 'magic-link', account, account.email, letters['magic-link']);
    },
  };

  /** One change, two letters; what was asked for since then is not this one's business. */
  readonly sendEmailChange: Reaction<UserEvents> = {
    name: 'identity.send-email-change',
    to: 'EmailChangeRequested',
    attempts,
    react: async (event) => {
      const { userId, newEmail, fromBoth } = event.data;
      const account = await this.accounts.byId(userId);
      if (!account || account.newEmail !== newEmail) return;
      await this.#sendProof(event, 'email-change-new', account, newEmail, letters['email-change-new']);
      if (fromBoth)
        await this.#sendProof(event, 'email-change-current', account, account.email, (proof) =>
          letters['email-change-current']({ ...proof, newEmail }),
        );
    },
  };

  readonly sendReauthentication: Reaction<UserEvents> = {
    name: 'identity.send-reauthentication',
    to: 'ReauthenticationRequested',
    attempts,
    react: async (event) => {
      const account = await this.accounts.byId(event.data.userId);
      if (!account) return;
      const { userId, email: address } = account;
      await this.#send(event, 'reauthentication', account, address, async (name) => {
        const { code } = await this.tokens.mint({ userId, kind: 'reauthentication', address, flowId: null });
        return letters.reauthentication({ name, code });
      });
    },
  };

  readonly tellPasswordChanged: Reaction<UserEvents> = {
    name: 'identity.tell-password-changed',
    to: 'PasswordChanged',
    attempts,
    react: async (event) => {
      const account = await this.accounts.byId(event.data.userId);
      if (!account) return;
      await this.#send(event, 'password-changed', account, account.email, async (name) =>
        letters.passwordChanged({ name, at: event.at, url: this.#resetPage }),
      );
    },
  };

  readonly tellNewDevice: Reaction<UserEvents> = {
    name: 'identity.tell-new-device',
    to: 'SignedInFromNewDevice',
    attempts,
    react: async (event) => {
      const { userId, device, ip } = event.data;
      const account = await this.accounts.byId(userId);
      // An erased person's device reads as null.
      if (!account || device === null) return;
      await this.#send(event, 'new-device', account, account.email, async (name) =>
        letters.newDevice({ name, at: event.at, device, ip, url: this.#resetPage }),
      );
    },
  };

  get all(): readonly Reaction<UserEvents>[] {
    return [
      this.sendConfirmation,
      this.sendRecovery,
      this.sendSignInLink,
      this.sendEmailChange,
      this.sendReauthentication,
      this.tellPasswordChanged,
      this.tellNewDevice,
    ];
  }

  get #resetPage(): string {
    return `${this.site.url}/reset-password`;
  }

  async #sendProof(
    event: Cause & { readonly data: Asked },
    kind: keyof typeof types,
    account: Account,
    address: string,
    write: (proof: { name: string | null; url: string; code: string }) => Written,
  ): Promise<void> {
    const { userId, redirectTo, flowId } = event.data;
    await this.#send(event, kind, account, address, async (name) => {
      const { code, link } = await this.tokens.mint({ userId, kind, address, flowId });
      const query = new URLSearchParams({ token: link, type: types[kind], redirect_to: redirectTo });
      return write({ name, code, url: `${this.site.url}/auth/v1/link?${query}` });
    });
  }

  /** Once for each event and kind. */
  async #send(
    { id }: Cause,
    kind: string,
    { userId: person, metadata }: Account,
    to: string,
    write: (name: string | null) => Promise<Written>,
  ): Promise<void> {
    const name = typeof metadata.first_name === 'string' ? metadata.first_name : null;
    await this.effects.once(id, `identity.${kind}`, async () => {
      const letter = { id: `${id}/${kind}`, kind: `identity.${kind}`, person, to, ...(await write(name)) };
      try {
        await this.mail.send(letter);
      } catch (error) {
        if (!(error instanceof LetterRefused)) throw error;
        this.#log.warn(`The mail server refuses identity.${kind} for event ${id}`);
      }
    });
  }
}
