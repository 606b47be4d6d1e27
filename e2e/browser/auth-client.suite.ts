import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join as joined } from 'node:path';
import { expect, test } from '@jest/globals';
import type { GoTrueClient, Session } from '@supabase/auth-js';
import type { Page, Response } from 'playwright-core';
import { eventually } from '#platform/testing';
import type { TestSite } from './test-site.suite.ts';
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

/** Serves the published library to the page from the site's own origin. */
const serve = (page: Page): Promise<unknown> =>
  page.route(`**${served}**`, async (route) => {
    const text = await readFile(fileOf(new URL(route.request().url()).pathname), 'utf8');
    await route.fulfill({ contentType: 'text/javascript', body: text.replace(/from "tslib"/, `from "${helpers}"`) });
  });

/** The client's result. Of an error, only the fields that programs read. */
export type Outcome<T> = {
  readonly data: T;
  readonly error: { name: string; message: string; status?: number; code?: string } | null;
};

type Result = { data: unknown; error: unknown };
type Work<R extends Result, A> = (client: GoTrueClient, input: A) => Promise<R>;

type Flow = 'implicit' | 'pkce';

/** The real client, in a page that creates none itself, and the events it sent to its listeners. */
export type ClientInPage = {
  /** Runs `work` in the page. It cannot use variables of the test: pass values as `input`. */
  call<R extends Result, A = undefined>(work: Work<R, A>, input?: A): Promise<Outcome<R['data']>>;
  /** Like `call`, for calls that navigate to another page instead of returning. */
  navigate<A>(work: Work<Result, A>, input: A): Promise<void>;
  /** The events since the last call of this method. */
  takeEvents(): Promise<string[]>;
  /** Waits until the events that were not taken yet include this one. */
  waitForEvent(event: string): Promise<void>;
};

/** Creates the client in the current page, and waits until it has handled the page's address. */
export const createClient = async (page: Page, flow: Flow = 'implicit'): Promise<ClientInPage> => {
  await page.evaluate(
    `import('${served}index.js').then(({ GoTrueClient }) => new Promise((ready) => {
      const settings = { storageKey: 'auth-client-test', autoRefreshToken: false, flowType: '${flow}' };
      const client = new GoTrueClient({ url: location.origin + '/auth/v1', ...settings });
      const events = [];
      Object.assign(window, { client, events });
      client.onAuthStateChange((event) => {
        events.push(event);
        if (event === 'INITIAL_SESSION') ready();
      });
    }))`,
  );
  const call = <R extends Result, A>(work: Work<R, A>, input?: A) =>
    page.evaluate<Outcome<R['data']>>(`(${work})(window.client, ${JSON.stringify(input)}).then(({ data, error }) => ({
      data,
      error: error && { name: error.name, message: error.message, status: error.status, code: error.code },
    }))`);
  const navigate = async <A>(work: Work<Result, A>, input: A) => {
    await page.evaluate(`void (${work})(window.client, ${JSON.stringify(input)})`);
  };
  const waitForEvent = async (event: string) => {
    await page.waitForFunction(`window.events.includes('${event}')`);
  };
  return { call, navigate, waitForEvent, takeEvents: () => page.evaluate<string[]>('window.events.splice(0)') };
};

/** Opens `path`, a page that creates no client itself, and creates the client there. */
export const openWithClient = async (page: Page, path = '/about', flow: Flow = 'implicit'): Promise<ClientInPage> => {
  await serve(page);
  await page.goto(path);
  return createClient(page, flow);
};

/** The data of a successful result. */
export const dataOf = <T>({ data, error }: Outcome<T>): T => {
  expect(error).toBeNull();
  return data;
};

/** The calls of the auth API that tests can name. */
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

/** A visitor with the client in their browser, and an unused email address. */
export type VisitorWithClient = Visitor & { readonly client: ClientInPage; readonly email: string };

/** A test with its own visitor. Each of the named calls must succeed at least once during the test. */
export const clientTests =
  (site: TestSite, flow: Flow = 'implicit') =>
  (name: string, calls: readonly Call[], run: (visitor: VisitorWithClient) => Promise<void>): void =>
    test(name, async () => {
      const visitor = await site.visitor();
      const succeededCalls: string[] = [];
      visitor.context.on('response', (response) => {
        if (response.url().startsWith(`${site.url}${prefix}/`) && response.status() < 400)
          succeededCalls.push(callOf(response));
      });
      await run({
        ...visitor,
        email: `${randomUUID()}@example.com`,
        client: await openWithClient(visitor.page, '/about', flow),
      });
      await eventually(
        () => calls.every((call) => succeededCalls.includes(call)),
        `a successful response to each of ${calls.join(', ')}`,
      );
      await visitor.context.close();
    });

export const userData = { first_name: 'Ann', last_name: 'Archer', role: 'client', phone: '+1 512 555 0101' };

/** Signs up and returns the session. Discards the auth events of the sign-up, so that tests see only later ones. */
export const signUpVisitor = async ({ client, email }: VisitorWithClient): Promise<Session> => {
  const credentials = { email, password, options: { data: userData } };
  const { session } = dataOf(await client.call((auth, input) => auth.signUp(input), credentials));
  if (!session) throw new Error('Signing up gave no session');
  await client.takeEvents();
  return session;
};
