import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join as joined } from 'node:path';
import { expect, test } from '@jest/globals';
import type { GoTrueClient, Session } from '@supabase/auth-js';
import type { Page, Response } from 'playwright-core';
import { eventually } from '#platform/testing';
import type { Stage } from './stage.suite.ts';
import { password, type Visitor } from './visitor.suite.ts';

const { resolve } = createRequire(import.meta.url);
const library = joined(resolve('@supabase/auth-js'), '../../module');
const served = '/auth-js/';
const helpers = `${served}tslib.js`;

const fileOf = (path: string): string => {
  if (path === helpers) return joined(createRequire(resolve('@supabase/auth-js')).resolve('tslib'), '../tslib.es6.mjs');
  const name = path.slice(served.length);
  return joined(library, name.endsWith('.js') ? name : `${name}.js`);
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

type Flow = 'implicit' | 'pkce';

/** The real client in a page that has no other, and what it told its listeners. */
export type ClientInPage = {
  /** `work` runs in the page: all that it needs comes as `given`. */
  ask<R extends Answer, A = undefined>(work: Work<R, A>, given?: A): Promise<Outcome<R['data']>>;
  /** Like `ask`, where the answer is that the page goes elsewhere. */
  leave<A>(work: Work<Answer, A>, given: A): Promise<void>;
  /** The events since this was last asked. */
  heard(): Promise<string[]>;
  /** Waits for an event since then. */
  hears(event: string): Promise<void>;
};

/** Makes the client where the page has come to. What it finds there, it has dealt with. */
export const clientHere = async (page: Page, flow: Flow = 'implicit'): Promise<ClientInPage> => {
  await page.evaluate(
    `import('${served}index.js').then(({ GoTrueClient }) => new Promise((ready) => {
      const settings = { storageKey: 'story', autoRefreshToken: false, flowType: '${flow}' };
      const client = new GoTrueClient({ url: location.origin + '/auth/v1', ...settings });
      const events = [];
      Object.assign(window, { client, events });
      client.onAuthStateChange((event) => {
        events.push(event);
        if (event === 'INITIAL_SESSION') ready();
      });
    }))`,
  );
  const ask = <R extends Answer, A>(work: Work<R, A>, given?: A) =>
    page.evaluate<Outcome<R['data']>>(`(${work})(window.client, ${JSON.stringify(given)}).then(({ data, error }) => ({
      data,
      error: error && { name: error.name, message: error.message, status: error.status, code: error.code },
    }))`);
  const leave = async <A>(work: Work<Answer, A>, given: A) => {
    await page.evaluate(`void (${work})(window.client, ${JSON.stringify(given)})`);
  };
  const hears = async (event: string) => {
    await page.waitForFunction(`window.events.includes('${event}')`);
  };
  return { ask, leave, hears, heard: () => page.evaluate<string[]>('window.events.splice(0)') };
};

/** Makes the client on `path`, which is one of the pages that bring none. */
export const clientIn = async (page: Page, path = '/about', flow: Flow = 'implicit'): Promise<ClientInPage> => {
  await serve(page);
  await page.goto(path);
  return clientHere(page, flow);
};

/** The data of what went well. */
export const well = <T>({ data, error }: Outcome<T>): T => {
  expect(error).toBeNull();
  return data;
};

/** What the auth service can be asked. */
type Call =
  | 'POST /signup'
  | `POST /token?grant_type=${'password' | 'refresh_token' | 'id_token' | 'pkce'}`
  | 'POST /logout'
  | 'POST /recover'
  | 'POST /resend'
  | 'GET /reauthenticate'
  | 'GET /user'
  | 'PUT /user'
  | 'GET /authorize'
  | 'GET /user/identities/authorize'
  | 'DELETE /user/identities/{id}'
  | 'POST /factors'
  | 'POST /factors/{id}/challenge'
  | 'POST /factors/{id}/verify'
  | 'DELETE /factors/{id}'
  | 'GET /.well-known/jwks.json';

const ids = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g;
const prefix = '/auth/v1';
const callOf = (response: Response): string => {
  const { pathname, searchParams } = new URL(response.url());
  const grant = searchParams.get('grant_type');
  const path = pathname.slice(prefix.length).replace(ids, '{id}');
  return `${response.request().method()} ${path}${grant ? `?grant_type=${grant}` : ''}`;
};

/** Somebody with a browser, the client in it, and an address that nobody has yet. */
export type Stranger = Visitor & { readonly client: ClientInPage; readonly email: string };

/** A test with somebody of its own. The calls that it names are answered well on the way. */
export const stories =
  (site: Stage, flow: Flow = 'implicit') =>
  (name: string, calls: readonly Call[], walk: (stranger: Stranger) => Promise<void>): void =>
    test(name, async () => {
      const one = await site.visitor();
      const answered: string[] = [];
      one.context.on('response', (response) => {
        if (response.url().startsWith(`${site.url}${prefix}/`) && response.status() < 400)
          answered.push(callOf(response));
      });
      await walk({ ...one, email: `${randomUUID()}@example.com`, client: await clientIn(one.page, '/about', flow) });
      await eventually(
        () => calls.every((call) => answered.includes(call)),
        `a good answer to each of ${calls.join(', ')}`,
      );
      await one.context.close();
    });

export const about = { first_name: 'Ann', last_name: 'Archer', role: 'client', phone: '+1 512 555 0101' };

/** Signs up. Answers the session, of which listeners have heard. */
export const join = async ({ client, email }: Stranger): Promise<Session> => {
  const wish = { email, password, options: { data: about } };
  const { session } = well(await client.ask((auth, given) => auth.signUp(given), wish));
  if (!session) throw new Error('Signing up gave no session');
  await client.heard();
  return session;
};
