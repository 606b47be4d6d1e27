import { afterEach, expect, jest, test } from '@jest/globals';
import { MutationObserver } from '@tanstack/react-query';
import { createQueryClient } from '../../platform/query-client.ts';
import { moveOptions } from './viewer-api.ts';
import { changesToMove } from './viewer-order.ts';

afterEach(() => void jest.restoreAllMocks());

test('the move of an item is one request, also in a gallery whose files all have the same number', async () => {
  const requests: [string, number][] = [];
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    requests.push([`${init?.method} ${url}`, JSON.parse(String(init?.body)).items.length]);
    return new Response(null, { status: 204 });
  });
  const items = Array.from({ length: 300 }, (_, i) => ({ id: `gallery-item-${i}`, sortOrder: 0 }));
  const changes = changesToMove(items, 'gallery-item-0', 149);
  await new MutationObserver(createQueryClient(), moveOptions).mutate({ galleryId: 'gallery-1', changes });
  expect(requests).toEqual([['PATCH /api/v1/galleries/gallery-1/order', changes.length]]);
});
