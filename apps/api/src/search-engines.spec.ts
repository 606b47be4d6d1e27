import { expect, test } from '@jest/globals';
import type { CatalogSearch } from '#catalog';
import type { Config } from '#platform/config';
import type { Context } from '#platform/context';
import { SearchEnginesController } from './search-engines.controller.ts';

test('a sitemap is built at most every five minutes, and again after one that failed', async () => {
  let [now, reads] = [0, 0];
  const listed = async () => {
    reads += 1;
    if (reads === 1) throw new Error('The database is not reachable');
    return [];
  };
  const parts = [{ publicUrl: 'https://festoon.example' } as Config, { listed }, { now: () => new Date(now) }] as const;
  const [config, search, context] = parts;
  const controller = new SearchEnginesController(config, search as unknown as CatalogSearch, context as Context);
  await expect(controller.sitemap()).rejects.toThrow('not reachable');
  const sitemap = await controller.sitemap();
  now = 299_999;
  expect(await controller.sitemap()).toBe(sitemap);
  expect(reads).toBe(2);
  now = 300_000;
  await controller.sitemap();
  expect(reads).toBe(3);
});
