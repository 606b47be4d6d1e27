import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { type Actor, refuse } from '#kernel';
import { EventStore } from '#platform/event-store';
import { Database, type Queryable } from '#platform/postgres';
import { type Role, type StaffRole, user } from './user.ts';
import { isActiveAdministrator, requireAdministrator } from './user-rules.ts';
import { userRows } from './users.rows.ts';

export type Metadata = Readonly<Record<string, unknown>>;

/** A linked identity. Instants are formatted as Postgres writes them in JSON. */
export type IdentityFacts = {
  readonly id: string;
  readonly provider: string;
  readonly subject: string;
  readonly email: string | null;
  readonly data: Metadata;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly lastSignInAt: string | null;
};
/** A second factor, without its secret or public key. */
export type FactorFacts = {
  readonly id: string;
  readonly kind: 'totp' | 'webauthn';
  readonly name: string;
  readonly status: 'unverified' | 'verified';
  readonly aaguid: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly lastChallengedAt: string | null;
};

/** An account and its ways to sign in. `registeredAt` is null until the sign-up is complete. */
export type Account = {
  readonly userId: string;
  readonly email: string;
  /** Null if the account has no password. */
  readonly passwordHash: string | null;
  /** Null while the password is the one from sign-up. */
  readonly passwordSetAt: Date | null;
  readonly metadata: Metadata;
  readonly role: Role;
  readonly staffRoles: readonly StaffRole[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly registeredAt: Date | null;
  readonly emailVerifiedAt: Date | null;
  readonly lastSignInAt: Date | null;
  readonly confirmationSentAt: Date | null;
  readonly recoverySentAt: Date | null;
  readonly reauthenticationSentAt: Date | null;
  readonly emailChangeSentAt: Date | null;
  /** The requested address, until its change is confirmed. */
  readonly newEmail: string | null;
  readonly suspendedAt: Date | null;
  /** Whether the user can sign in with their email address, in addition to {@link identities}. */
  readonly emailIdentity: boolean;
  readonly identities: readonly IdentityFacts[];
  readonly factors: readonly FactorFacts[];
};
/** What the row of an account contains. */
type AccountRow = Omit<Account, 'role' | 'staffRoles'>;
type Reservation = Pick<Account, 'userId' | 'email' | 'passwordHash' | 'metadata'> & { emailIdentity?: boolean };
export type Roles = { readonly role: Role; readonly staffRoles: readonly StaffRole[] };

const columns = `c.user_id as "userId", c.email, c.password_hash as "passwordHash", c.password_set_at as "passwordSetAt",
  c.metadata, c.created_at as "createdAt", c.updated_at as "updatedAt", c.registered_at as "registeredAt",
  c.email_verified_at as "emailVerifiedAt", c.last_sign_in_at as "lastSignInAt",
  c.confirmation_sent_at as "confirmationSentAt", c.recovery_sent_at as "recoverySentAt",
  c.reauthentication_sent_at as "reauthenticationSentAt", c.email_change_sent_at as "emailChangeSentAt",
  c.new_email as "newEmail", c.suspended_at as "suspendedAt", c.email_identity as "emailIdentity",
  (select coalesce(json_agg(json_build_object('id', i.id, 'provider', i.provider, 'subject', i.subject, 'email', i.email,
     'data', i.data, 'createdAt', i.created_at, 'updatedAt', i.updated_at, 'lastSignInAt', i.last_sign_in_at)
     order by i.created_at), '[]') from identity.identities i where i.user_id = c.user_id) as identities,
  (select coalesce(json_agg(json_build_object('id', f.id, 'kind', f.kind, 'name', f.friendly_name, 'status', f.status,
     'aaguid', f.aaguid, 'createdAt', f.created_at, 'updatedAt', f.updated_at, 'lastChallengedAt', f.last_challenged_at)
     order by f.created_at), '[]') from identity.factors f where f.user_id = c.user_id) as factors`;

/** Roles from the read table, joined to a query on identity's tables; null while the projection is behind. */
export const roleColumns = {
  columns: 'u.role, u.staff_roles as "staffRoles"',
  join: (userId: string) => `left join read.${userRows.meta.tableName} u on u.id = ${userId}::text`,
};

/** The key of the advisory lock. */
const administratorsLock = 7_310_586;
/** How long a change to an administrator waits while another one holds the lock, in milliseconds. */
const administratorsTimeout = 5_000;
/** How long it pauses between two attempts to get the lock, in milliseconds. */
const administratorsPause = 50;

/** The rows of identity.credentials. */
@Injectable()
export class Accounts {
  constructor(
    private readonly database: Database,
    private readonly store: EventStore,
  ) {}

  byEmail(email: string): Promise<Account | undefined> {
    return this.#find('c.email', email.toLowerCase());
  }

  /** The account with this address whose registration is complete. */
  async registeredByEmail(email: string): Promise<Account | undefined> {
    const account = await this.byEmail(email);
    return account && (await this.isRegistered(account)) ? account : undefined;
  }

  /** The registered account with this email address or this id. Refuses `user-not-found`. */
  async registered(emailOrId: string): Promise<Account> {
    if (emailOrId.includes('@')) {
      const account = await this.registeredByEmail(emailOrId);
      if (!account) refuse('user-not-found', `There is no account with the email address ${emailOrId}`);
      return account;
    }
    const account = await this.byId(emailOrId);
    if (!(account && (await this.isRegistered(account)))) refuse('user-not-found', 'This user does not exist');
    return account;
  }

  /** Refuses `factor-…` and `person-…` unless this actor may remove all second factors of the user for this reason. */
  async requireFactorsRemovable(userId: string, by: Actor, reason: string): Promise<void> {
    const { state } = await this.store.load(user, `user-${userId}`);
    requireAdministrator(state, by, reason, 'factor');
  }

  /**
   * The ids of the administrators who can sign in. The read table names the candidates, and the event log decides,
   * because the table may be behind.
   */
  async administrators(): Promise<readonly string[]> {
    const rows = await this.database.query<{ id: string }>(
      `select id from read.${userRows.meta.tableName} where staff_roles @> '["admin"]'`,
    );
    const candidates = await Promise.all(rows.map(async ({ id }) => (await this.store.load(user, `user-${id}`)).state));
    return candidates.filter(isActiveAdministrator).map(({ id }) => id);
  }

  /**
   * Runs a change that may remove an administrator. `work` gets the ids of all administrators who can sign in; none if
   * the user is not an administrator. Changes to administrators run one at a time: otherwise two could remove each
   * other at the same moment, and none would remain. Refuses `administrators-busy` if others take too long.
   */
  async withAdministrators<T>(userId: string, work: (administrators: readonly string[]) => Promise<T>): Promise<T> {
    const { staffRoles } = (await this.store.load(user, `user-${userId}`)).state;
    if (!staffRoles.includes('admin')) return work([]);
    const deadline = Date.now() + administratorsTimeout;
    for (;;) {
      const done = await this.#whenUnlocked(work);
      if (done) return done.result;
      if (Date.now() >= deadline)
        refuse('administrators-busy', 'Other administrators are being changed. Please try again in a moment.');
      await sleep(administratorsPause * (0.5 + Math.random()));
    }
  }

  /**
   * Runs the work while it holds the lock of administrators; undefined if another change holds it. A change that waits
   * has no connection meanwhile: otherwise a few of them would take all connections, and the one that they wait for
   * could not go on.
   */
  #whenUnlocked<T>(
    work: (administrators: readonly string[]) => Promise<T>,
  ): Promise<{ readonly result: T } | undefined> {
    return this.database.transaction(async (within) => {
      const [row] = await within.query<{ locked: boolean }>('select pg_try_advisory_xact_lock($1) as locked', [
        administratorsLock,
      ]);
      return row?.locked ? { result: await work(await this.administrators()) } : undefined;
    });
  }

  byId(userId: string): Promise<Account | undefined> {
    return this.#find('c.user_id', userId);
  }

  /** For work inside of a transaction, which must not wait for another connection. */
  async rowOf(within: Queryable, userId: string): Promise<AccountRow | undefined> {
    const sql = `select ${columns} from identity.credentials c where c.user_id = $1`;
    const [row] = await within.query<AccountRow>(sql, [userId]);
    return row;
  }

  /** The row's roles, or those from the event log while the read table has none. */
  async rolesOf(userId: string, row: { role: Role | null; staffRoles: readonly StaffRole[] | null }): Promise<Roles> {
    if (row.role && row.staffRoles) return { role: row.role, staffRoles: row.staffRoles };
    return (await this.store.load(user, `user-${userId}`)).state;
  }

  /** Reserves the address for a sign-up; false if it is taken. */
  async reserve(
    { userId, email, passwordHash, metadata, emailIdentity = true }: Reservation,
    at: Date,
  ): Promise<boolean> {
    const insertedRows = await this.database.query(
      `insert into identity.credentials (user_id, email, password_hash, metadata, email_identity, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $6) on conflict do nothing returning user_id`,
      [userId, email, passwordHash, JSON.stringify(metadata), emailIdentity, at],
    );
    return insertedRows.length > 0;
  }

  /** Gives the address of an abandoned sign-up to a new one; false if a concurrent sign-up took it first. */
  async takeOver(
    abandoned: string,
    { userId, email, passwordHash, metadata, emailIdentity = true }: Reservation,
    at: Date,
  ): Promise<boolean> {
    const takenRows = await this.database.query(
      `update identity.credentials
       set user_id = $1, password_hash = $2, metadata = $3, created_at = $4, updated_at = $4, email_identity = $7
       where email = $5 and user_id = $6 and registered_at is null returning user_id`,
      [userId, passwordHash, JSON.stringify(metadata), at, email, abandoned, emailIdentity],
    );
    return takenRows.length > 0;
  }

  /**
   * Whether the sign-up is complete. If the row does not show it, the event log decides, because the process may have
   * died between writing the two.
   */
  async isRegistered({ userId, registeredAt, createdAt }: Account): Promise<boolean> {
    if (registeredAt) return true;
    const { status, emailVerified } = (await this.store.load(user, `user-${userId}`)).state;
    if (status !== 'registered') return false;
    await this.open(userId, createdAt, emailVerified);
    return true;
  }

  /** Marks the sign-up as complete once its event is stored. */
  async open(userId: string, at: Date, emailVerified: boolean): Promise<void> {
    await this.database.query(
      `update identity.credentials set registered_at = $2, email_verified_at = case when $3 then $2::timestamptz end
       where user_id = $1 and registered_at is null`,
      [userId, at, emailVerified],
    );
  }

  /**
   * Records a sign-in. Replaces the password hash `from` with `to`, unless it has been changed. Returns the current
   * hash.
   */
  async signedIn(
    userId: string,
    at: Date,
    { from, to }: Readonly<Record<'from' | 'to', string | null>> = { from: null, to: null },
  ): Promise<string | null> {
    const [row] = await this.database.query<{ passwordHash: string | null }>(
      `update identity.credentials set last_sign_in_at = $2,
         password_hash = case when password_hash = $3 then $4 else password_hash end
       where user_id = $1 returning password_hash as "passwordHash"`,
      [userId, at, from, to],
    );
    return row?.passwordHash ?? null;
  }

  /** Merges metadata; a field with null is removed. */
  async mergeMetadata(userId: string, changes: Metadata, at: Date): Promise<void> {
    const removedNames = Object.keys(changes).filter((name) => changes[name] === null);
    await this.database.query(
      `update identity.credentials set metadata = (metadata || $2::jsonb) - $3::text[], updated_at = $4 where user_id = $1`,
      [userId, JSON.stringify(changes), removedNames, at],
    );
  }

  /**
   * Records the request to erase an account. Must be committed before the erasure is stored in the event log, so that
   * {@link erasedAmong} has to read the log only for accounts with a request.
   */
  async requestErasure(userId: string, at: Date): Promise<void> {
    await this.database.query(
      'update identity.credentials set erasure_requested_at = coalesce(erasure_requested_at, $2) where user_id = $1',
      [userId, at],
    );
  }

  /**
   * The given users who are erased. The event log is read only for accounts whose erasure was requested, because the
   * event may be stored while the row still exists.
   */
  async erasedAmong(userIds: readonly string[]): Promise<readonly string[]> {
    const rows = await this.database.query<{ userId: string; requested: boolean }>(
      `select user_id as "userId", erasure_requested_at is not null as requested
       from identity.credentials where user_id = any($1::uuid[])`,
      [userIds],
    );
    const requestedOf = new Map(rows.map(({ userId, requested }) => [userId, requested]));
    const erasedIds: string[] = [];
    for (const userId of userIds) if (await this.#isErased(userId, requestedOf.get(userId))) erasedIds.push(userId);
    return erasedIds;
  }

  async #isErased(userId: string, requested: boolean | undefined): Promise<boolean> {
    if (!requested) return requested === undefined;
    return (await this.store.load(user, `user-${userId}`)).state.status === 'erased';
  }

  async setPassword(within: Queryable, userId: string, passwordHash: string, at: Date): Promise<void> {
    await within.query(
      `update identity.credentials set password_hash = $2, email_identity = true, updated_at = $3, password_set_at = $3
       where user_id = $1`,
      [userId, passwordHash, at],
    );
  }

  async #find(column: 'c.email' | 'c.user_id', value: string): Promise<Account | undefined> {
    const [row] = await this.database.prepared<
      AccountRow & { role: Role | null; staffRoles: readonly StaffRole[] | null }
    >(
      `account by ${column}`,
      `select ${columns}, ${roleColumns.columns} from identity.credentials c ${roleColumns.join('c.user_id')} where ${column} = $1`,
      [value],
    );
    return row && { ...row, ...(await this.rolesOf(row.userId, row)) };
  }
}
