import { expect, test } from '@jest/globals';
import { type Page, reloadIfOutdated } from './outdated-build.ts';

const documentOf = (build: string) =>
  `<head><script>(()=>{})()</script><script type="module" crossorigin src="/assets/${build}.js"></script></head>`;
const scriptsOf = (build: string) => `/assets/${build}.js`;

const pageOf = (running: string, fetchDocument: () => Promise<string>) => {
  const storedItems = new Map<string, string>();
  const page = {
    scripts: scriptsOf(running),
    fetchDocument,
    storage: {
      getItem: (key: string) => storedItems.get(key) ?? null,
      setItem: (key: string, value: string) => void storedItems.set(key, value),
    },
    reloads: 0,
    reload() {
      page.reloads++;
    },
  } satisfies Page & { reloads: number };
  return page;
};

test('the page reloads once when the server delivers another build', async () => {
  const page = pageOf('main-1', () => Promise.resolve(documentOf('main-2')));
  expect([await reloadIfOutdated(page), await reloadIfOutdated(page), page.reloads]).toEqual([true, false, 1]);
});

test('the page reloads again for the build after that', async () => {
  let build = 'main-2';
  const page = pageOf('main-1', () => Promise.resolve(documentOf(build)));
  await reloadIfOutdated(page);
  build = 'main-3';
  expect([await reloadIfOutdated(page), page.reloads]).toEqual([true, 2]);
});

test('the page does not reload if the build is the same, the server is unreachable or the response has no document', async () => {
  for (const response of [
    () => Promise.resolve(documentOf('main-1')),
    () => Promise.reject(new TypeError('Failed to fetch')),
    () => Promise.resolve(''),
  ]) {
    const page = pageOf('main-1', response);
    expect([await reloadIfOutdated(page), page.reloads]).toEqual([false, 0]);
  }
});

test('the page does not reload if storage is unavailable, because without the stored mark it could loop', async () => {
  const page = pageOf('main-1', () => Promise.resolve(documentOf('main-2')));
  page.storage.setItem = () => {
    throw new Error('denied');
  };
  expect([await reloadIfOutdated(page), page.reloads]).toEqual([false, 0]);
});
