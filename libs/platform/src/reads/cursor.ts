import { BadRequestException } from '@nestjs/common';
import { z } from 'zod';

/** One page of a list; `nextCursor` is null on the last one. */
export type Page<Item> = { readonly items: Item[]; readonly nextCursor: string | null };

/**
 * Cuts rows that were read with a limit of `limit + 1` to one page. `place` returns the values that a row is sorted by,
 * the unique one last; the next page begins after them.
 */
export const pageOf = <Row>(
  rows: readonly Row[],
  limit: number,
  place: (row: Row) => readonly (string | number)[],
): Page<Row> => {
  const items = rows.slice(0, limit);
  const lastItem = rows.length > limit ? items.at(-1) : undefined;
  return { items, nextCursor: lastItem ? cursorAt(place(lastItem)) : null };
};

/** The sort values of a list that is sorted by a time and, for equal times, by id. */
export const timeAndId = z.tuple([z.iso.datetime(), z.string()]);

/** The cursor of the page that begins after the row with these sort values. */
export const cursorAt = (place: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(place)).toString('base64url');

/**
 * The sort values of the last row of the previous page; undefined for the first page. Throws 400 for an invalid cursor.
 */
export const placeIn = <Place>(schema: z.ZodType<Place>, cursor: string | undefined): Place | undefined => {
  if (cursor === undefined) return undefined;
  const { success, data } = schema.safeParse(jsonIn(cursor));
  if (success) return data;
  const message = 'The cursor is invalid. Start again from the first page.';
  throw new BadRequestException({ code: 'invalid', message, issues: [{ path: 'cursor', message }] });
};

/**
 * The condition of a page of rows that are sorted by `createdAt` and, for equal times, by `id`, the newest first; none
 * for the first page. Throws 400 for an invalid cursor.
 */
export const olderThan = (cursor: string | undefined) => {
  const place = placeIn(timeAndId, cursor);
  if (!place) return [];
  const [createdAt, id] = place;
  return [{ $or: [{ createdAt: { $lt: createdAt } }, { createdAt, id: { $lt: id } }] }];
};

const jsonIn = (cursor: string): unknown => {
  try {
    const json = Buffer.from(cursor, 'base64url').toString('utf8');
    // No row contains a NUL, and Postgres rejects one in a statement.
    return json.includes('\\u0000') ? undefined : JSON.parse(json);
  } catch {
    return undefined;
  }
};

const pageSize = 100;

/** The items of all pages. */
export const allPages = async <T>(
  read: (page: { limit: number; cursor: string | undefined }) => Promise<Page<T>>,
): Promise<T[]> => {
  const items: T[] = [];
  let cursor: string | undefined;
  do {
    const page = await read({ limit: pageSize, cursor });
    items.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return items;
};
