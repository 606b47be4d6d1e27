import type { EntitySchema } from '@mikro-orm/postgresql';
import { eventsOf, type Facts, type Projection, project, type Recorded } from '#kernel';
import { faultOf } from '#platform/logging';
import type { ReadTable } from './read-table.ts';

export type Rows = ReadonlyMap<string, object>;

/** A projection without its type parameters. Its name is the table's name with the version. */
export type RegisteredProjection = {
  readonly name: string;
  readonly eventTypes: ReadonlySet<string>;
  /** The types of the events that create a row, or replace an existing one. */
  readonly insertingTypes: ReadonlySet<string>;
  readonly keyOf: (event: Recorded) => string;
  readonly fold: (rows: Rows, events: readonly Recorded[]) => Rows;
  readonly entity: EntitySchema;
};

/** A projection and the table its rows are in. */
export type ReadModel = RegisteredProjection & { readonly table: ReadTable };

const tableNameOf = ({ table, version }: Pick<Projection<Facts, object>, 'table' | 'version'>): string =>
  `${table}_v${version}`;

/**
 * Maps an entity to its projection's table. Call it before MikroORM reads its entities. Throws if it has another table.
 */
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
export const register = <E extends Facts, Row extends object>(
  projection: Projection<E, Row>,
  rows: { meta: unknown },
): RegisteredProjection => {
  const entity = rows as EntitySchema;
  const name = tableNameOf(projection);
  if (entity.meta.tableName !== name)
    throw new Error(`The rows of ${name} are mapped to ${entity.meta.tableName}; table and version must agree`);
  return {
    name,
    eventTypes: eventsOf(projection),
    insertingTypes: new Set(Object.keys(projection.insert)),
    keyOf: (event) => projection.key(event as Recorded<E>),
    fold: (before, events) => project(projection, before as ReadonlyMap<string, Row>, events as Recorded<E>[]),
    entity,
  };
};

/** A fold threw, or made a row that its table cannot store: a bug, so retrying does not help. */
export class BrokenFold extends Error {
  /** The position of the event that failed; undefined if it is not known which one it is. */
  readonly position: bigint | undefined;

  constructor(
    readonly projection: string,
    events: readonly Recorded[],
    cause: unknown,
  ) {
    const [first, last] = [events[0]?.position, events.at(-1)?.position];
    const eventRange = first === last ? ` (event ${first})` : ` (events ${first} to ${last})`;
    // The message is stored and shown, so it must not contain row values.
    super(`${faultOf(cause)}${first === undefined ? '' : eventRange}`, { cause });
    this.position = first === last ? first : undefined;
  }

  /** Runs work that stores what these events made. Postgres' error classes 22 and 23 mean that a value does not fit. */
  static async guard<T>(projection: string, events: readonly Recorded[], work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (/^(22|23)/.test((error as { code?: string }).code ?? '')) throw new BrokenFold(projection, events, error);
      throw error;
    }
  }
}
