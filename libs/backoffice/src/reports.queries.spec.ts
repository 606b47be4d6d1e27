import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { pageOf, placeIn } from '#platform/reads';
import { ReportsQueries } from './reports.queries.ts';

/** A list of `count` reports that is read in pages. */
const listOf = (count: number) => async (limit: number, cursor?: string) => {
  const [after] = placeIn(z.tuple([z.int()]), cursor) ?? [0];
  const rest = Array.from({ length: count - after }, (_, i) => ({ id: after + i + 1, reportedBy: 'ann', reports: [] }));
  return pageOf(rest.slice(0, limit + 1), limit, ({ id }) => [id]);
};

const readAll = async (bookings: number, conversations: number) => {
  const plans = { proAmong: async (ids: readonly string[]) => new Set(ids) };
  const queries = new ReportsQueries(
    { disputed: listOf(bookings) } as never,
    { reported: listOf(conversations) } as never,
    plans as never,
  );
  const pages: (readonly [number, number])[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await queries.open(cursor);
    pages.push([page.bookings.length, page.conversations.length]);
    cursor = page.nextCursor;
  }
  return pages;
};

test('the pages of the reports end when both lists have ended, and repeat neither of them', async () => {
  expect(await readAll(0, 0)).toEqual([[0, 0]]);
  expect(await readAll(120, 10)).toEqual([
    [50, 10],
    [50, 0],
    [20, 0],
  ]);
  expect(await readAll(50, 101)).toEqual([
    [50, 50],
    [0, 50],
    [0, 1],
  ]);
});
