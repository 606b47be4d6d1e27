import type { EntitySchema } from '@mikro-orm/postgresql';
import { eventsOf, type Facts, type Projection, project, type Recorded } from '#kernel';
import type { ReadTable } from './read-table.ts';

export type Rows = ReadonlyMap<string, object>;

/** A projection without its types: its name is its table's, version and all. */
export type Registered = {
  readonly name: string;
  readonly heard: ReadonlySet<string>;
  /** The events that make a row, whatever was there before. */
  readonly makers: ReadonlySet<string>;
  readonly keyOf: (event: Recorded) => string;
  readonly fold: (rows: Rows, events: readonly Recorded[]) => Rows;
  readonly entity: EntitySchema;
};

/** A projection and the table its rows are in. */
export type ReadModel = Registered & { readonly table: ReadTable };

const tableNameOf = ({ table, version }: Pick<Projection<Facts, object>, 'table' | 'version'>): string =>
  `${table}_v${version}`;

/** Maps rows to the table of their projection. Before MikroORM reads its entities. Throws if they have another one. */
export const mapToTable = (
  projection: Pick<Projection<Facts, object>, 'table' | 'version'>,
  rows: { meta: unknown },
): void => {
  const { meta } = rows as EntitySchema;
  const name = tableNameOf(projection);
  if (meta.tableName && meta.tableName !== name)
    throw new Error(`Two projections, ${meta.tableName} and ${name}, have the same rows: declare an entity for each.`);
  Object.assign(meta, { schema: 'read', tableName: name });
};

/** Throws if the entity is mapped to another table. */
export const registered = <E extends Facts, Row extends object>(
  projection: Projection<E, Row>,
  rows: { meta: unknown },
): Registered => {
  const entity = rows as EntitySchema;
  const name = tableNameOf(projection);
  if (entity.meta.tableName !== name)
    throw new Error(`The rows of ${name} are mapped to ${entity.meta.tableName}; table and version must agree`);
  return {
    name,
    heard: eventsOf(projection),
    makers: new Set(Object.keys(projection.insert)),
    keyOf: (event) => projection.key(event as Recorded<E>),
    fold: (before, events) => project(projection, before as ReadonlyMap<string, Row>, events as Recorded<E>[]),
    entity,
  };
};

/** A fold threw, or made a row its table cannot hold: a bug that trying again does not mend. */
export class BrokenFold extends Error {
  /** Of the event at fault; undefined where it is not known which one it is. */
  readonly position: bigint | undefined;

  constructor(
    readonly projection: string,
    events: readonly Recorded[],
    cause: unknown,
  ) {
    const [first, last] = [events[0]?.position, events.at(-1)?.position];
    const where = first === last ? ` (event ${first})` : ` (events ${first} to ${last})`;
    super(`${(cause as Error).message}${first === undefined ? '' : where}`, { cause });
    this.position = first === last ? first : undefined;
  }

  /** Runs what folds these events. Postgres' classes 22 and 23 say that a value does not fit. */
  static async guard<T>(projection: string, events: readonly Recorded[], work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (/^(22|23)/.test((error as { code?: string }).code ?? '')) throw new BrokenFold(projection, events, error);
      throw error;
    }
  }
}
