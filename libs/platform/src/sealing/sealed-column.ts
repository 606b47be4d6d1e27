import type { Secrets } from '#platform/config';
import type { Queryable } from '#platform/postgres';
import { SealedBox } from './sealed-box.ts';

/**
 * A column of sealed values. `secret` seals them under a key for this `purpose`; each is bound to the `label` of its
 * row.
 */
export type SealedColumn = {
  readonly secret: 'personalData' | 'signingKeys';
  readonly purpose: string;
  readonly table: string;
  readonly column: string;
  /** The column with the label, which is unique. */
  readonly label: string;
};

/** What seals and opens the values of a column. */
export const boxOf = ({ secret, purpose }: SealedColumn, secrets: Secrets): SealedBox =>
  new SealedBox(secrets[secret], purpose);

/** Seals all values of a column with other secrets. Returns how many there are. Throws if `from` did not seal them. */
export const sealAgain = async (within: Queryable, of: SealedColumn, from: Secrets, to: Secrets): Promise<number> => {
  const { table, column, label } = of;
  const rows = await within.query<{ label: string; sealed: Buffer }>(
    `select ${label}::text as label, ${column} as sealed from ${table} where ${column} is not null`,
  );
  const [before, after] = [boxOf(of, from), boxOf(of, to)];
  await within.query(
    `update ${table} t set ${column} = v.sealed from unnest($1::text[], $2::bytea[]) v (label, sealed)
     where t.${label}::text = v.label`,
    [rows.map((row) => row.label), rows.map(({ label: name, sealed }) => after.seal(before.open(sealed, name), name))],
  );
  return rows.length;
};
