import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { GoTrueClient } from '@supabase/auth-js';
import type { Page } from 'playwright-core';

const { resolve } = createRequire(import.meta.url);
const library = join(resolve('@supabase/auth-js'), '../../module');
const served = '/auth-js/';
const helpers = `${served}tslib.js`;

const fileOf = (path: string): string => {
  if (path === helpers) return join(createRequire(resolve('@supabase/auth-js')).resolve('tslib'), '../tslib.es6.mjs');
  const name = path.slice(served.length);
  return join(library, name.endsWith('.js') ? name : `${name}.js`);
};

/** Lets the page load the library as it is published, from the site itself. */
const serve = (page: Page): Promise<unknown> =>
  page.route(`**${served}**`, async (route) => {
    const text = await readFile(fileOf(new URL(route.request().url()).pathname), 'utf8');
    await route.fulfill({ contentType: 'text/javascript', body: text.replace(/from "tslib"/, `from "${helpers}"`) });
  });

/** What the client answered. Of an error, what programs look at. */
export type Outcome<T> = {
  readonly data: T;
  readonly error: { name: string; message: string; status?: number; code?: string } | null;
};

type Answer = { data: unknown; error: unknown };
type Work<R extends Answer, A> = (client: GoTrueClient, given: A) => Promise<R>;

/** The real client in a page that has no other, and what it told its listeners. */
export type ClientInPage = {
  /** `work` runs in the page: all that it needs comes as `given`. */
  ask<R extends Answer, A = undefined>(work: Work<R, A>, given?: A): Promise<Outcome<R['data']>>;
  /** The events since this was last asked. */
  heard(): Promise<string[]>;
};

/** Makes the client on `path`, which is one of the pages that bring none. */
export const clientIn = async (page: Page, path = '/about'): Promise<ClientInPage> => {
  await serve(page);
  await page.goto(path);
  await page.evaluate(
    `import('${served}index.js').then(async ({ GoTrueClient }) => {
      const client = new GoTrueClient({ url: location.origin + '/auth/v1', storageKey: 'story', autoRefreshToken: false });
      Object.assign(window, { client, events: [] });
      client.onAuthStateChange((event) => void window.events.push(event));
      await client.initialize();
    })`,
  );
  const ask = <R extends Answer, A>(work: Work<R, A>, given?: A) =>
    page.evaluate<Outcome<R['data']>>(`(${work})(window.client, ${JSON.stringify(given)}).then(({ data, error }) => ({
      data,
      error: error && { name: error.name, message: error.message, status: error.status, code: error.code },
    }))`);
  return { ask, heard: () => page.evaluate<string[]>('window.events.splice(0)') };
};
