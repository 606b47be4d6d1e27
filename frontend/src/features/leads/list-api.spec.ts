import { afterEach, expect, jest, test } from '@jest/globals';
import { QueryClient } from '@tanstack/react-query';
import { HttpError } from '../../platform/http.ts';
import { noFilter } from './lead-filter.ts';
import { leadListQuery, unlockFailure } from './list-api.ts';

afterEach(() => void jest.restoreAllMocks());

test('the plain list takes the place of matches that cannot be read', async () => {
  const requested: string[] = [];
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
    requested.push(String(url));
    return String(url).includes('match-leads')
      ? new Response('{}', { status: 500 })
      : Response.json({ items: [{ id: 'lead-1' }], nextCursor: null });
  });
  const { pages } = await new QueryClient().fetchInfiniteQuery(leadListQuery(noFilter, true));
  expect(new Set(requested)).toEqual(new Set(['/functions/v1/match-leads', '/api/v1/leads']));
  expect(pages.flatMap(({ items }) => items)).toHaveLength(1);
});

test('a lead that cannot be unlocked says why', () => {
  expect(unlockFailure(new HttpError(401, 'unauthorized', ''))).toEqual([
    'Authentication required',
    'Please sign in to purchase leads',
  ]);
  expect(unlockFailure(new HttpError(409, 'lead-full', 'All places are taken'))).toEqual([
    'Purchase failed',
    'All places are taken',
  ]);
  expect(unlockFailure(new HttpError(500, 'unexpected', ''))).toEqual(['Purchase failed', 'Unable to process payment']);
});
