import { Injectable } from '@nestjs/common';
import { EventStore } from '#platform/event-store';
import { Database, type Queryable } from '#platform/postgres';
import { Clock } from '../clock/index.ts';
import { Factors, factor } from '../factors/index.ts';
import { OneTimeTokens } from '../one-time-tokens/index.ts';
import { Identities, linkedIdentity, OpenIdProviders } from '../openid/index.ts';
import { endSessions } from '../sessions/index.ts';
import { type Account, Accounts, Addresses, type IdentityFacts, user } from '../users/index.ts';

/** Credentials of an account from before its email address was verified. */
@Injectable()
export class UnprovenCredentials {
  constructor(
    private readonly store: EventStore,
    private readonly database: Database,
    private readonly accounts: Accounts,
    private readonly addresses: Addresses,
    private readonly tokens: OneTimeTokens,
    private readonly factors: Factors,
    private readonly identities: Identities,
    private readonly providers: OpenIdProviders,
    private readonly clock: Clock,
  ) {}

  /**
   * Revokes all unproven credentials, except identities whose provider verified this same address. The account's owner
   * is the actor.
   */
  async revoke({ userId, passwordHash }: Account): Promise<void> {
    const { sessionIds, factorIds, linked } = await this.database.transaction(async (within) => {
      await this.addresses.withdraw(within, userId, this.clock.now());
      await this.tokens.deleteAllOf(within, userId);
      return {
        sessionIds: await endSessions(within, { userId }),
        factorIds: await this.factors.removeAll(within, userId),
        linked: await this.#removeIdentities(within, userId),
      };
    });
    const stream = `user-${userId}`;
    if (passwordHash !== null) await this.store.handle(user, stream, 'withdrawPassword', {});
    for (const id of factorIds) await this.store.handle(factor, `factor-${id}`, 'remove', {});
    for (const { id, provider } of linked)
      await this.store.handle(linkedIdentity, `linked-identity-${id}`, 'unlink', { userId, provider });
    await this.store.handle(user, stream, 'revokeSessions', { sessionIds, reason: 'address-proved' });
  }

  async #removeIdentities(within: Queryable, userId: string): Promise<readonly IdentityFacts[]> {
    const { email, identities = [] } = (await this.accounts.rowOf(within, userId)) ?? {};
    const unprovenIdentities = identities.filter(
      (each) => each.email !== email || !this.providers.hasVerifiedAddress(each),
    );
    for (const { id } of unprovenIdentities) await this.identities.remove(within, id);
    return unprovenIdentities;
  }
}
