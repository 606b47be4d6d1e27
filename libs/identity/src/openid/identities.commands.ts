import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Refusal, refuse } from '#kernel';
import { EventStore } from '#platform/event-store';
import { Database } from '#platform/postgres';
import { Clock } from '../clock/index.ts';
import type { Caller } from '../sessions/index.ts';
import { type Account, Accounts, Addresses, user } from '../users/index.ts';
import { Identities } from './identities.store.ts';
import { linkedIdentity } from './linked-identity.ts';
import { OpenIdProviders } from './openid.client.ts';

/** Removes one way to sign in from an account. The last one cannot be removed. Refuses `identity-…`. */
export class UnlinkIdentity extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly identityId: string,
  ) {
    super();
  }
}

/** The ways to sign in to an account, and its address. */
type SignInFacts = Pick<Account, 'userId' | 'email' | 'emailIdentity' | 'identities'>;
/** The account's address afterwards; undefined if it did not change. */
type UnlinkedIdentity = { readonly provider: string; readonly email: string | undefined };

@CommandHandler(UnlinkIdentity)
export class UnlinkIdentityHandler implements ICommandHandler<UnlinkIdentity> {
  constructor(
    private readonly database: Database,
    private readonly store: EventStore,
    private readonly accounts: Accounts,
    private readonly addresses: Addresses,
    private readonly identities: Identities,
    private readonly providers: OpenIdProviders,
    private readonly clock: Clock,
  ) {}

  async execute({ caller: { userId }, identityId }: UnlinkIdentity): Promise<void> {
    const { provider, email } =
      (await this.#unfinishedUnlink(userId, identityId)) ?? (await this.#removeRow(userId, identityId));
    await this.store.handle(linkedIdentity, `linked-identity-${identityId}`, 'unlink', { userId, provider });
    if (email) await this.store.handle(user, `user-${userId}`, 'adoptEmail', { email });
  }

  /**
   * An identity that is linked only in the log: a process died after it removed the row and before it stored the
   * events.
   */
  async #unfinishedUnlink(userId: string, identityId: string): Promise<UnlinkedIdentity | undefined> {
    const { state } = await this.store.load(linkedIdentity, `linked-identity-${identityId}`);
    if (state.userId !== userId || state.provider === null) return undefined;
    const account = await this.accounts.byId(userId);
    if (!account || account.identities.some(({ id }) => id === identityId)) return undefined;
    return { provider: state.provider, email: account.email };
  }

  #removeRow(userId: string, identityId: string): Promise<UnlinkedIdentity> {
    return this.database.transaction(async (within) => {
      await this.addresses.lock(within, userId);
      const account = await this.accounts.rowOf(within, userId);
      const provider = account && providerOf(account, identityId);
      if (!account || !provider) refuse('identity-not-found', 'Identity not found');
      if (provider === 'email') await this.identities.removeEmail(within, userId);
      else await this.identities.remove(within, identityId);
      const email = this.#addressWithout(account, identityId);
      if (email) await this.addresses.changed(within, userId, email, this.clock.now()).catch(asConflict);
      return { provider, email };
    });
  }

  /**
   * The account's address after an identity is removed; undefined if it does not change. An address that no remaining
   * identity uses is replaced by one that a provider of a remaining identity has verified.
   */
  #addressWithout({ userId, email, emailIdentity, identities }: SignInFacts, id: string): string | undefined {
    const remaining = identities.filter((identity) => identity.id !== id);
    const isStillUsed = (emailIdentity && id !== userId) || remaining.some((identity) => identity.email === email);
    return isStillUsed
      ? undefined
      : (remaining.find((identity) => this.providers.hasVerifiedAddress(identity))?.email ?? undefined);
  }
}

/** The email identity has the same id as its user. */
const providerOf = ({ userId, emailIdentity, identities }: SignInFacts, id: string): string | undefined => {
  if (identities.length + Number(emailIdentity) <= 1)
    refuse('identity-last', 'The last way to sign in cannot be removed');
  if (id === userId) return emailIdentity ? 'email' : undefined;
  return identities.find((identity) => identity.id === id)?.provider;
};

const asConflict = (error: unknown): never => {
  if (!(error instanceof Refusal)) throw error;
  refuse(
    'identity-email-taken',
    'The address that would become the account’s address already belongs to another account',
  );
};
