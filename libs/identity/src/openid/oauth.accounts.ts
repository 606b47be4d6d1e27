import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Refusal, refuse } from '#kernel';
import { type OpenIdProvider } from '#platform/config';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { RegisterUser } from '../accounts/index.ts';
import { type Account, Accounts, user } from '../users/index.ts';
import { Identities } from './identities.store.ts';
import { type LinkMethod, linkedIdentity } from './linked-identity.ts';
import type { SignUpChoice } from './oauth-states.store.ts';
import type { Person } from './openid.claims.ts';
import { OpenIdProviders } from './openid.client.ts';

type KnownProvider = Pick<OpenIdProvider, 'name' | 'trustsEmail'>;

const emailTaken = ({ name }: KnownProvider) =>
  new Refusal(
    'oauth-email-taken',
    `An account with this email address already exists. Sign in to it first, then add ${name} in Settings.`,
  );

const requireNotSuspended = (account: Account | undefined): void => {
  if (account?.suspendedAt) refuse('oauth-user-suspended', 'This account is suspended');
};

/** Finds, links or creates the account that belongs to an identity at a provider. */
@Injectable()
export class OAuthAccounts {
  constructor(
    private readonly accounts: Accounts,
    private readonly identities: Identities,
    private readonly providers: OpenIdProviders,
    private readonly commands: CommandBus,
    private readonly store: EventStore,
    private readonly context: Context,
  ) {}

  /**
   * Returns the user id of this identity's account: already linked, newly linked or newly created. Refuses `oauth-…`.
   */
  async signIn(provider: KnownProvider, person: Person, signUp: SignUpChoice, redirectTo: string): Promise<string> {
    const owner = await this.identities.ownerOf(provider.name, person);
    const userId = owner ?? (await this.#newUserFrom(provider, person, signUp, redirectTo));
    requireNotSuspended(await this.accounts.byId(userId));
    if (owner) await this.identities.recordSignIn(provider.name, person);
    return userId;
  }

  /** Refuses `identity-taken` if the identity is already linked to an account. */
  async requireUnlinked({ name }: KnownProvider, person: Person, userId: string): Promise<void> {
    const owner = await this.identities.ownerOf(name, person);
    if (!owner) return;
    const message = owner === userId ? 'Identity is already linked' : 'Identity is already linked to another user';
    refuse('identity-taken', message);
  }

  /** Links the identity to this account as a way to sign in. Refuses `identity-taken`. */
  async link(
    account: Pick<Account, 'userId' | 'role'>,
    provider: KnownProvider,
    person: Person,
    method: LinkMethod,
  ): Promise<void> {
    const { userId, role } = account;
    const id = this.context.newId();
    await this.requireUnlinked(provider, person, userId);
    if (!(await this.identities.add({ id, userId, provider: provider.name, person })))
      return this.requireUnlinked(provider, person, userId);
    const { subject, email } = person;
    this.context.enter({ ...this.context.origin, by: { id: userId, kind: 'user', role } });
    await this.store.handle(linkedIdentity, `linked-identity-${id}`, 'link', {
      userId,
      provider: provider.name,
      subject,
      email,
      method,
    });
  }

  async #newUserFrom(
    provider: KnownProvider,
    person: Person,
    signUp: SignUpChoice,
    redirectTo: string,
  ): Promise<string> {
    const { email } = person;
    if (!email) refuse('oauth-email-missing', `${provider.name} did not return an email address`);
    const account = await this.accounts.byEmail(email);
    if (account && (await this.accounts.isRegistered(account))) return this.#linkByAddress(account, provider, person);
    const userId = await this.#register(email, provider, person, signUp, redirectTo);
    await this.link({ userId, role: signUp.role }, provider, person, 'sign-up');
    return userId;
  }

  /**
   * Links by address only if both provider and account verified it: otherwise the account could belong to someone else.
   */
  async #linkByAddress(account: Account, provider: KnownProvider, person: Person): Promise<string> {
    const isProvedByBoth = person.emailVerified && provider.trustsEmail && (await this.#hasProvedAddress(account));
    if (!isProvedByBoth) throw emailTaken(provider);
    requireNotSuspended(account);
    await this.link(account, provider, person, 'same-address');
    return account.userId;
  }

  /** With autoconfirm an address counts as verified from sign-up on, so `emailVerifiedAt` proves nothing. */
  async #hasProvedAddress(account: Account): Promise<boolean> {
    const { userId, email, identities, emailIdentity } = account;
    // An account without any identity is left over from an interrupted sign-up at a provider; it has never been
    // possible to sign in to it.
    if (!emailIdentity && identities.length === 0) return true;
    if (identities.some((each) => each.email === email && this.providers.hasVerifiedAddress(each))) return true;
    return (await this.store.load(user, `user-${userId}`)).state.emailProved;
  }

  #register(
    email: string,
    { trustsEmail }: KnownProvider,
    { firstName, lastName, data, ...person }: Person,
    { role, termsVersion }: SignUpChoice,
    redirectTo: string,
  ): Promise<string> {
    const emailVerified = person.emailVerified && trustsEmail;
    const metadata = {
      ...(data.full_name !== undefined && { full_name: data.full_name }),
      ...(data.avatar_url !== undefined && { avatar_url: data.avatar_url }),
    };
    const newUser = { email, password: null, role, firstName, lastName, termsVersion, metadata, emailIdentity: false };
    return this.commands.execute(
      new RegisterUser({
        ...newUser,
        ...(emailVerified ? { emailVerified } : { confirmation: { redirectTo, flowId: null } }),
      }),
    );
  }
}
