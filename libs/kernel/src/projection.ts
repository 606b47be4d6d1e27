import type { Facts, Recorded, Stamp } from './event.ts';

/**
 * A read table folded from events. It must not use the clock, random values or look-ups, so that a replay gives the
 * same rows. `key` returns the id of the row that an event changes. If `update` returns null, the row is deleted; an
 * update of a missing row is ignored. The physical table is `<table>_v<version>`, so a new `version` builds a new table
 * beside the old.
 */
export type Projection<E extends Facts, Row> = {
  readonly table: string;
  readonly version: number;
  readonly key: (event: Recorded<E>) => string;
  readonly insert: { readonly [Type in keyof E]?: (data: Readonly<E[Type]>, stamp: Stamp) => Row };
  readonly update?: { readonly [Type in keyof E]?: (row: Row, data: Readonly<E[Type]>, stamp: Stamp) => Row | null };
};

/** The types of the events that a projection folds. */
export const eventsOf = <E extends Facts, Row>({ insert, update }: Projection<E, Row>): ReadonlySet<string> =>
  new Set([...Object.keys(insert), ...Object.keys(update ?? {})]);

/** Folds these events into `rows` and returns the result; `rows` itself is not changed. */
export const project = <E extends Facts, Row>(
  { key, insert, update }: Projection<E, Row>,
  rows: ReadonlyMap<string, Row>,
  events: Iterable<Recorded<E>>,
): ReadonlyMap<string, Row> => {
  const result = new Map(rows);
  for (const event of events) {
    const id = key(event);
    const currentRow = result.get(id);
    const row =
      insert[event.type]?.(event.data, event) ?? (currentRow && update?.[event.type]?.(currentRow, event.data, event));
    if (row) result.set(id, row);
    else if (row === null) result.delete(id);
  }
  return result;
};
