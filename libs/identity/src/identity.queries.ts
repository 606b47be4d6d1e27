import type { InferEntity } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { identifierNamesPerson, identifiesPerson, refuse, searchable } from '#kernel';
import { Config } from '#platform/config';
import { containing, Database } from '#platform/postgres';
import { PlainReads, Sql, sql, unplanned } from '#platform/reads';
import { publicUrl } from '#platform/storage';
import { type KeyFacts, SigningKeys } from './access-tokens/index.ts';
import { AvatarQueries } from './avatars/index.ts';
import type { Me } from './contract.ts';
import { OwnSessions } from './sessions/index.ts';
import { similarNames } from './similar-names.search.ts';
import { Accounts, type Role, type StaffRole, userRows } from './users/index.ts';

/** A staff member. Name and email address are null for an erased person. */
export type StaffMember = {
  readonly id: string;
  readonly email: string | null;
  readonly displayName: string | null;
  readonly staffRoles: readonly StaffRole[];
};

/** How a person is shown, as in {@link IdentityQueries.names}. */
type PersonName = { readonly displayName: string; readonly shortName: string; readonly hasPhone: boolean };
/** What {@link IdentityQueries.joinPerson} selects. All of it is null for an erased or unknown person. */
export type JoinedPerson = {
  readonly personName: string | null;
  readonly personFirstName: string | null;
  readonly personLastName: string | null;
  readonly personPhone: string | null;
};

/** A word that is searched in names, and in how many letters a word of a name may differ from it. */
type SearchedWord = { readonly word: string; readonly errors: number };

/** Shown instead of the name of an erased person. */
const formerMember = 'Former member';

/** What other modules may query about users. Ids are plain uuids; unknown users are left out. */
@Injectable()
export class IdentityQueries {
  constructor(
    private readonly em: EntityManager,
    private readonly accounts: Accounts,
    private readonly keys: SigningKeys,
    private readonly config: Config,
    private readonly sessions: OwnSessions,
    private readonly avatars: AvatarQueries,
    private readonly database: Database,
    private readonly reads: PlainReads,
  ) {}

  /**
   * `shortName` is for the public: the first name and the initial of the last name, as in "Marcus B.". `firstName` is
   * null after erasure.
   */
  async names(
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, PersonName & { firstName: string | null; role: Role; avatarUrl: string | null }>> {
    const rows = await this.#rows(ids);
    return new Map(
      rows.map((row) => [
        row.id,
        { ...nameOf(row), firstName: row.firstName ?? null, role: row.role, avatarUrl: urlOf(row.avatarPath) },
      ]),
    );
  }

  /**
   * Parts of a statement of another module that shows a person with each of its rows, so that names need no statement
   * of their own: `join` joins the person whose id `id` is, as `person`; `columns` selects a {@link JoinedPerson}.
   */
  joinPerson(id: Sql): { readonly join: Sql; readonly columns: Sql } {
    return { join: sql`left join ${this.reads.table(userRows)} person on person.id = ${id}`, columns: personColumns };
  }

  /** How a person is shown whom a statement read with {@link joinPerson}. */
  nameIn(joined: JoinedPerson): PersonName {
    const { personName, personFirstName, personLastName, personPhone } = joined;
    return nameOf({
      displayName: personName,
      firstName: personFirstName,
      lastName: personLastName,
      phone: personPhone,
    });
  }

  /** Contact details. The calling module decides who may see them. Erased people are left out. */
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

  /**
   * Refuses `code` if a reason identifies one of these people. Staff and operators give such reasons, which are stored
   * unencrypted and permanently.
   */
  async requireImpersonal(reason: string, ids: readonly string[], code: string): Promise<void> {
    if (identifiesPerson(reason, await this.#namesOf(ids)))
      refuse(code, 'The reason is stored permanently: leave out names, email addresses and phone numbers');
  }

  /** Refuses `code` if the reference of a transfer names one of these people. It may be a long number. */
  async requireImpersonalReference(reference: string, ids: readonly string[], code: string): Promise<void> {
    if (identifierNamesPerson(reference, await this.#namesOf(ids)))
      refuse(code, 'The reference is stored permanently: leave out names and email addresses');
  }

  async #namesOf(ids: readonly string[]): Promise<readonly string[]> {
    return [...(await this.contacts(ids)).values()].flatMap(({ name, email }) => [name, email]);
  }

  /**
   * What staff see of a person: no personal data, except the public name of a professional. `has` lists the personal
   * fields that exist. Undefined if there is no such person.
   */
  async withoutPersonalData(id: string) {
    const [[row], account] = await Promise.all([this.#rows([id]), this.accounts.byId(id)]);
    if (!row) return undefined;
    const { role, staffRoles, firstName, lastName, displayName, email, phone, emailVerified, createdAt } = row;
    const values = { name: displayName, email, phone };
    return {
      id,
      role,
      staffRoles: [...staffRoles],
      shortName: role === 'client' ? null : (shortNameOf(firstName, lastName) ?? null),
      emailVerified,
      suspended: Boolean(account?.suspendedAt),
      createdAt,
      has: (['name', 'email', 'phone'] as const).filter((field) => Boolean(values[field])),
    };
  }

  /** The id of the user with this email address, ignoring case. */
  async byEmail(email: string): Promise<string | undefined> {
    return (await this.accounts.registeredByEmail(email))?.userId;
  }

  /**
   * The ids of the users whose email address or whole name this is, ignoring case, and accents in the name; at most 500.
   * Staff can find people whom they already know, and cannot browse their names.
   */
  async byEmailOrName(emailOrName: string): Promise<readonly string[]> {
    if (emailOrName.includes('@')) {
      const id = await this.byEmail(emailOrName.trim());
      return id === undefined ? [] : [id];
    }
    const rows = await this.database.query<{ id: string }>(
      `select id from read.${userRows.meta.tableName} where search_name = $1 order by id limit 500`,
      [searchable(emailOrName.trim().replace(/\s+/g, ' '))],
    );
    return rows.map(({ id }) => id);
  }

  /** Whether the user's address counts as verified. With AUTH_AUTOCONFIRM all addresses do. */
  async emailVerified(id: string): Promise<boolean> {
    if (this.config.autoconfirm) return true;
    return Boolean((await this.accounts.byId(id))?.emailVerifiedAt);
  }

  /** Whether the account exists and is not suspended. */
  async hasAccess(id: string): Promise<boolean> {
    const account = await this.accounts.byId(id);
    return account !== undefined && account.suspendedAt === null;
  }

  /** Those of the given users who are suspended. */
  async suspendedAmong(ids: readonly string[]): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set();
    const among = sql`${suspendedIds} and user_id::text = any(${unplanned(ids, 'text[]')})`;
    const rows = await this.reads.prepared<{ id: string }>(among);
    return new Set(rows.map(({ id }) => id));
  }

  /** The condition of a statement of another module that the person whose id `id` is, is not suspended. */
  notSuspended(id: Sql): Sql {
    return sql`${id} <> all(array(${suspendedIds}))`;
  }

  /** The given users whose account was closed, even if the erasure of their data is not finished. */
  erasedAmong(ids: readonly string[]): Promise<readonly string[]> {
    return this.accounts.erasedAmong(ids);
  }

  /** Refuses `user-not-found`, and `behind` if the read table does not show the account yet. */
  async me(id: string): Promise<Omit<Me, 'onboardingCompleted'>> {
    const [row] = await this.#rows([id]);
    if (!row && (await this.accounts.byId(id)))
      refuse('behind', 'Your change was saved but cannot be shown yet. Please try again in a moment.');
    if (!row) refuse('user-not-found', 'This user does not exist');
    const { role, displayName, emailVerified, staffRoles, avatarPath } = row;
    return {
      id,
      role,
      displayName: displayName ?? formerMember,
      emailVerified,
      staffRoles: [...staffRoles],
      avatarUrl: urlOf(avatarPath),
    };
  }

  /** The ids of creators and vendors with this word in their name, ignoring case and accents; at most 500. */
  async professionalsNamed(word: string): Promise<readonly string[]> {
    const [named = []] = await this.professionalsNamedBy([{ word, errors: 0 }]);
    return named;
  }

  /** The {@link professionalsNamed} for each of these words, in the same order. */
  async professionalsNamedBy(words: readonly SearchedWord[]): Promise<readonly (readonly string[])[]> {
    if (words.length === 0) return [];
    const each = words.map(
      ({ word, errors }, at) => sql`select ${at}::int as at, id from (${this.#named(searchable(word), errors)}) named`,
    );
    const rows = await this.reads.rows<{ at: number; id: string }>(Sql.join(each, ' union all '));
    return words.map((_, at) => rows.filter((row) => row.at === at).map(({ id }) => id));
  }

  #named(text: string, errors: number): Sql {
    return sql`select id from ${this.reads.table(userRows)}
      where role in ('creator', 'vendor') and ${nameContains(text, errors)} order by id limit 500`;
  }

  /** The account as its owner sees it. */
  async ownAccount(id: string) {
    const [me, contacts] = await Promise.all([this.me(id), this.contacts([id])]);
    return { ...me, ...contacts.get(id) };
  }

  /** Whether the user has a picture, or one is being prepared. */
  async hasAvatar(id: string): Promise<boolean> {
    const { url, isProcessing } = await this.avatars.ownAvatar(id);
    return url !== null || isProcessing;
  }

  /** The user's sessions; `here` is the id of the current one. */
  ownSessions(id: string, here: string | null) {
    return this.sessions.of(id, here);
  }

  /** The ids of the staff who help parties: those with the role support or admin. */
  async supportIds(): Promise<readonly string[]> {
    const members = await this.staff();
    return members
      .filter(({ staffRoles }) => staffRoles.includes('support') || staffRoles.includes('admin'))
      .map(({ id }) => id);
  }

  /** All users with a staff role, by name. */
  async staff(): Promise<readonly StaffMember[]> {
    const rows = await this.em
      .getKysely<{ UserRow: InferEntity<typeof userRows> }>({
        tableNamingStrategy: 'entity',
        columnNamingStrategy: 'property',
      })
      .withSchema('read')
      .selectFrom('UserRow')
      .select(['id', 'email', 'displayName', 'staffRoles'])
      .where(({ fn, eb }) => eb(fn<number>('jsonb_array_length', ['staffRoles']), '>', 0))
      .orderBy('displayName')
      .execute();
    return rows.map(({ email = null, displayName = null, ...row }) => ({ ...row, email, displayName }));
  }

  /** The keys that verify access tokens, newest first. */
  signingKeys(): Promise<readonly KeyFacts[]> {
    return this.keys.all();
  }

  #rows(ids: readonly string[]): Promise<readonly InferEntity<typeof userRows>[]> {
    return this.reads.all(userRows, sql`t.id = any(${unplanned([...new Set(ids)], 'text[]')})`);
  }
}

/** The condition that the name of a user has a word like this one. */
const nameContains = (word: string, errors: number): Sql => {
  if (errors === 0) return sql`search_name like ${containing(word)}`;
  // Postgres compares at most 255 letters.
  if (word.length > 50) return sql`false`;
  const { patterns, hasTrigrams } = similarNames(word, errors);
  // Without three letters to search for, Postgres would read all of the trigram index, then the table.
  const searchName = hasTrigrams ? sql`search_name` : sql`(search_name || '')`;
  return sql`${searchName} like any(${patterns}) and exists (
    select from string_to_table(search_name, ' ') as part
    where levenshtein_less_equal(left(part, 255), ${word}, ${errors}) <= ${errors})`;
};

/** The ids of suspended users. */
const suspendedIds = sql`select user_id::text as id from identity.credentials where suspended_at is not null`;

const personColumns = sql`person.display_name as "personName", person.first_name as "personFirstName",
  person.last_name as "personLastName", person.phone as "personPhone"`;

type NameFields = Pick<InferEntity<typeof userRows>, 'displayName' | 'firstName' | 'lastName' | 'phone'>;

const nameOf = ({ displayName, firstName, lastName, phone }: NameFields): PersonName => ({
  displayName: displayName ?? formerMember,
  shortName: shortNameOf(firstName, lastName) ?? formerMember,
  hasPhone: Boolean(phone),
});

const urlOf = (path: string | null | undefined): string | null => (path ? publicUrl(path) : null);

const shortNameOf = (firstName: string | null | undefined, lastName: string | null | undefined): string | undefined => {
  if (!firstName) return undefined;
  const [initial] = lastName ?? '';
  return initial === undefined ? firstName : `${firstName} ${initial.toUpperCase()}.`;
};
