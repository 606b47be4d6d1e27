import { Injectable } from '@nestjs/common';
import { Config } from '#platform/config';
import { Database, type Queryable } from '#platform/postgres';
import { boxOf, type SealedBox, type SealedColumn } from '#platform/sealing';
import { Clock } from '../clock/index.ts';
import type { FactorKind } from './factor.ts';

/** A second factor and what verifies it: the secret of an authenticator app, or the public key of a passkey. */
export type FactorRow = {
  readonly id: string;
  readonly userId: string;
  readonly kind: FactorKind;
  readonly name: string;
  readonly status: 'unverified' | 'verified';
  readonly secret: Buffer | null;
  readonly lastStep: number;
  readonly credentialId: string | null;
  readonly credentialKey: Buffer | null;
  readonly credentialCounter: number;
  readonly transports: readonly string[] | null;
  readonly wrongCodes: number;
  readonly blockedUntil: Date | null;
};
export type Challenge = {
  readonly id: string;
  readonly challenge: string | null;
  readonly ip: string | null;
  readonly expiresAt: Date;
};
export type NewFactor = Pick<FactorRow, 'id' | 'userId' | 'kind' | 'name' | 'secret'>;
export type Credential = {
  readonly id: string;
  readonly key: Uint8Array;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly aaguid: string;
};

const columns = `f.id, f.user_id as "userId", f.kind, f.friendly_name as name, f.status, f.secret,
  f.last_step::float8 as "lastStep", f.credential_id as "credentialId", f.credential_key as "credentialKey",
  f.credential_counter::float8 as "credentialCounter", f.credential_transports as transports,
  f.wrong_codes as "wrongCodes", f.blocked_until as "blockedUntil"`;

/** Unverified factors and challenges expire after this time, in milliseconds. */
export const unverifiedLifetime = 300_000;

/** SQL: verified, or not expired. An unverified factor with an open challenge expires together with that challenge. */
const notExpired = (
  now: string,
) => `(f.status = 'verified' or f.created_at > ${now}::timestamptz - interval '${unverifiedLifetime} ms'
  or exists (select from identity.factor_challenges c where c.factor_id = f.id and c.expires_at > ${now}::timestamptz))`;

export const sealedFactors: SealedColumn = {
  secret: 'signingKeys',
  purpose: 'identity.factors',
  table: 'identity.factors',
  column: 'secret',
  label: 'id',
};

/** The rows of identity.factors and their challenges. */
@Injectable()
export class Factors {
  readonly #box: SealedBox;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    { secrets }: Config,
  ) {
    this.#box = boxOf(sealedFactors, secrets);
  }

  /**
   * Runs `work` under a lock, so that changes to one user's factors are serialized. Deletes expired unverified factors
   * first.
   */
  change<T>(userId: string, work: (within: Queryable) => Promise<T>): Promise<T> {
    return this.database.transaction(async (within) => {
      await within.query('select from identity.credentials where user_id = $1 for no key update', [userId]);
      const now = this.clock.now();
      await within.query(`delete from identity.factors f where f.user_id = $1 and not ${notExpired('$2')}`, [
        userId,
        now,
      ]);
      return work(within);
    });
  }

  /** A user's factors that have not expired, oldest first. */
  async of(userId: string, within: Queryable = this.database): Promise<readonly FactorRow[]> {
    const rows = await within.query<FactorRow>(
      `select ${columns} from identity.factors f where f.user_id = $1 and ${notExpired('$2')} order by f.created_at`,
      [userId, this.clock.now()],
    );
    return rows.map((row) => ({ ...row, secret: row.secret && this.#box.open(row.secret, row.id) }));
  }

  async add(within: Queryable, { id, userId, kind, name, secret }: NewFactor): Promise<void> {
    await within.query(
      `insert into identity.factors (id, user_id, kind, friendly_name, secret, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $6)`,
      [id, userId, kind, name, secret && this.#box.seal(secret, id), this.clock.now()],
    );
  }

  async saveChallenge(within: Queryable, factorId: string, { id, challenge, ip, expiresAt }: Challenge): Promise<void> {
    const now = this.clock.now();
    await within.query('delete from identity.factor_challenges where factor_id = $1 and expires_at <= $2', [
      factorId,
      now,
    ]);
    await within.query(
      `insert into identity.factor_challenges (id, factor_id, challenge, ip, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6)`,
      [id, factorId, challenge, ip, now, expiresAt],
    );
    await within.query('update identity.factors set last_challenged_at = $2 where id = $1', [factorId, now]);
  }

  async challenge(within: Queryable, factorId: string, challengeId: string): Promise<Challenge | undefined> {
    const [row] = await within.query<Challenge>(
      `select id, challenge, ip, expires_at as "expiresAt" from identity.factor_challenges where id = $1 and factor_id = $2`,
      [challengeId, factorId],
    );
    return row;
  }

  /** Deletes a challenge that was used or has expired. */
  async spend(within: Queryable, { id }: Challenge): Promise<void> {
    await within.query('delete from identity.factor_challenges where id = $1', [id]);
  }

  async countWrong(within: Queryable, { id, wrongCodes }: FactorRow, blockedUntil: Date | null): Promise<void> {
    await within.query('update identity.factors set wrong_codes = $2, blocked_until = $3 where id = $1', [
      id,
      Math.min(wrongCodes + 1, 1_000),
      blockedUntil,
    ]);
  }

  /**
   * Records a correct proof, so that it is not accepted again, and deletes the user's unverified factors of the same
   * kind.
   */
  async recordProof(
    within: Queryable,
    { id, userId, kind, ...now }: Pick<FactorRow, 'id' | 'userId' | 'kind' | 'lastStep' | 'credentialCounter'>,
  ): Promise<void> {
    await within.query(
      `update identity.factors set status = 'verified', last_step = $2, credential_counter = $3, wrong_codes = 0,
         blocked_until = null, updated_at = case status when 'verified' then updated_at else $4 end where id = $1`,
      [id, now.lastStep, now.credentialCounter, this.clock.now()],
    );
    await within.query(
      `delete from identity.factors where user_id = $1 and kind = $2 and status = 'unverified' and id <> $3`,
      [userId, kind, id],
    );
  }

  /** Returns false if this key is already registered. */
  async register(
    within: Queryable,
    factorId: string,
    { id, key, counter, transports, aaguid }: Credential,
  ): Promise<boolean> {
    const [known] = await within.query('select from identity.factors where credential_id = $1', [id]);
    if (known) return false;
    await within.query(
      `update identity.factors set credential_id = $2, credential_key = $3, credential_counter = $4,
         credential_transports = $5, aaguid = $6 where id = $1`,
      [factorId, id, Buffer.from(key), counter, JSON.stringify(transports), aaguid],
    );
    return true;
  }

  async remove(within: Queryable, factorId: string): Promise<void> {
    await within.query('delete from identity.factors where id = $1', [factorId]);
  }

  /** Removes all factors of a user and returns their ids. */
  async removeAll(within: Queryable, userId: string): Promise<readonly string[]> {
    const ids = (await this.of(userId, within)).map(({ id }) => id);
    for (const id of ids) await this.remove(within, id);
    return ids;
  }
}
