import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { refuse } from '#kernel';
import { Config } from '#platform/config';
import { type KeyFacts, SigningKeys } from './access-tokens/index.ts';
import type { Me } from './contract.ts';
import { OwnSessions } from './sessions/index.ts';
import { Accounts, type Role, type StaffRole, type UserRow, userRows } from './users/index.ts';

/** Somebody who works here; their name and address are null once they are erased. */
export type StaffMember = {
  readonly id: string;
  readonly email: string | null;
  readonly displayName: string | null;
  readonly staffRoles: readonly StaffRole[];
};

/** What is shown of somebody who has been erased. */
const nobody = 'Former member';

/** What other modules may ask about people. Ids are bare uuids; who is not known is left out. */
@Injectable()
export class IdentityQueries {
  constructor(
    private readonly em: EntityManager,
    private readonly accounts: Accounts,
    private readonly keys: SigningKeys,
    private readonly config: Config,
    private readonly sessions: OwnSessions,
  ) {}

  /** `shortName` is for strangers: the first name and the initial of the last, as in "Marcus B.". */
  async names(
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, { displayName: string; shortName: string; role: Role }>> {
    const rows = await this.#rows(ids);
    return new Map(
      rows.map(({ id, displayName, firstName, lastName, role }) => [
        id,
        { displayName: displayName ?? nobody, shortName: shortNameOf(firstName, lastName) ?? nobody, role },
      ]),
    );
  }

  /** How to reach people. Who may see that is for the asker to decide; who was erased cannot be reached. */
  async contacts(
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, { name: string; email: string; phone: string | null }>> {
    const rows = await this.#rows(ids);
    return new Map(
      rows.flatMap(({ id, displayName, email, phone }) =>
        displayName && email ? [[id, { name: displayName, email, phone: phone ?? null }]] : [],
      ),
    );
  }

  /** Whose address this is, however it is capitalized. */
  async byEmail(email: string): Promise<string | undefined> {
    return (await this.accounts.registeredByEmail(email))?.userId;
  }

  /** Whether this person's address counts as verified: everybody's does where AUTH_AUTOCONFIRM is on. */
  async emailVerified(id: string): Promise<boolean> {
    if (this.config.autoconfirm) return true;
    return Boolean((await this.accounts.byId(id))?.emailVerifiedAt);
  }

  /** Those of these people whose account has been closed, also where nothing that follows from it has happened yet. */
  erased(ids: readonly string[]): Promise<readonly string[]> {
    return this.accounts.erased(ids);
  }

  /** Refuses `user-not-found`. */
  async me(id: string): Promise<Omit<Me, 'onboardingCompleted'>> {
    const [row] = await this.#rows([id]);
    if (!row) refuse('user-not-found', 'There is no such user');
    const { role, displayName, emailVerified, staffRoles } = row;
    return { id, role, displayName: displayName ?? nobody, emailVerified, staffRoles: [...staffRoles] };
  }

  /** A person's account as they see it themselves. */
  async ownAccount(id: string) {
    const [me, contacts] = await Promise.all([this.me(id), this.contacts([id])]);
    return { ...me, ...contacts.get(id) };
  }

  /** Where a person is signed in; `here` is the session that asks. */
  ownSessions(id: string, here: string) {
    return this.sessions.of(id, here);
  }

  /** Everybody who holds a staff role, by name. */
  async staff(): Promise<readonly StaffMember[]> {
    const rows = await this.em
      .getKysely<{ UserRow: UserRow }>({ tableNamingStrategy: 'entity', columnNamingStrategy: 'property' })
      .withSchema('read')
      .selectFrom('UserRow')
      .select(['id', 'email', 'displayName', 'staffRoles'])
      .where(({ fn, eb }) => eb(fn<number>('jsonb_array_length', ['staffRoles']), '>', 0))
      .orderBy('displayName')
      .execute();
    return rows.map(({ email = null, displayName = null, ...row }) => ({ ...row, email, displayName }));
  }

  /** The keys that verify access tokens, the newest first. */
  signingKeys(): Promise<readonly KeyFacts[]> {
    return this.keys.all();
  }

  #rows(ids: readonly string[]) {
    return this.em.find(userRows, { id: { $in: [...new Set(ids)] } });
  }
}

const shortNameOf = (firstName: string | null | undefined, lastName: string | null | undefined): string | undefined => {
  if (!firstName) return undefined;
  const [initial] = lastName ?? '';
  return initial === undefined ? firstName : `${firstName} ${initial.toUpperCase()}.`;
};
