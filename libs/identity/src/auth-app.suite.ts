import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import { GoTrueClient, type Session } from '@supabase/auth-js';
import { identityModule, ignoreContentTypes } from '#identity';
import { EventStore } from '#platform/event-store';
import { TestApp } from '#platform/testing';
import { Clock } from './clock/identity.clock.ts';
import { AuthErrorsFilter } from './gotrue/gotrue.filter.ts';
import type { UserEvents } from './users/user.ts';

/** A clock that tests move. */
export class MovingClock extends Clock {
  #ahead = 0;
  #stoppedAt: number | undefined;

  override now(): Date {
    return new Date((this.#stoppedAt ?? Date.now()) + this.#ahead);
  }

  /** From now on the time only changes by {@link pass}, until {@link start}. */
  stop(): void {
    this.#stoppedAt = Date.now();
  }

  start(): void {
    this.#stoppedAt = undefined;
  }

  pass(milliseconds: number): void {
    this.#ahead += milliseconds;
  }
}

type Call = { body?: unknown; token?: string; headers?: Record<string, string> };
// biome-ignore lint/suspicious/noExplicitAny: tests read responses of any shape
type ApiResponse = { status: number; headers: Headers; body: any };

/** A call and its expected refusal. */
export type RefusedCall = readonly [
  what: string,
  method: string,
  path: string,
  body: unknown,
  status: number,
  code: string,
  message: string,
];

export const password = 'Sunflower7';
export const person = (role = 'client') => ({ first_name: 'Ann', last_name: 'Archer', role, phone: '+1 555 0100' });
export const newEmail = () => `${randomUUID()}@example.com`;

const version = '2024-01-01';

/** Every refusal has its code in a header, is not cached, and echoes the API version. */
const expectRefusalHeaders = (path: string, { status, headers, body }: ApiResponse): void => {
  if (status < 400) return;
  const actual = ['x-sb-error-code', 'cache-control', 'x-supabase-api-version'].map((name) => headers.get(name));
  const code = body.error === undefined ? body.code : null;
  expect([path, ...actual]).toEqual([path, code, 'no-store', version]);
};

/** The identity module alone, served over HTTP with its own database. Bodies are parsed as in the product. */
export const startAuthApp = async (settings: Readonly<Record<string, string>> = {}) => {
  const clock = new MovingClock();
  const site = await TestApp.start({
    imports: [identityModule.nest],
    settings,
    follows: false,
    override: (builder) => builder.overrideProvider(Clock).useValue(clock),
    prepare: (starting) => {
      const json = starting.getHttpAdapter().getInstance().getDefaultJsonParser('error', 'error');
      starting.useBodyParser('application/json', {}, (request, body, done) =>
        body.length === 0 ? done(null) : json(request as never, body as never, done),
      );
      ignoreContentTypes(starting.getHttpAdapter().getInstance());
      starting.useGlobalFilters(starting.get(AuthErrorsFilter));
    },
  });
  const { app, config } = site;
  const url = `${site.url}/auth/v1`;

  const call = async (method: string, path: string, { body, token, headers = {} }: Call = {}): Promise<ApiResponse> => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        'x-supabase-api-version': version,
        ...(body !== undefined && { 'content-type': 'application/json;charset=UTF-8' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const apiResponse = {
      status: response.status,
      headers: response.headers,
      body: text ? JSON.parse(text) : undefined,
    };
    if ((headers['x-supabase-api-version'] ?? version) === version) expectRefusalHeaders(path, apiResponse);
    return apiResponse;
  };
  const client = () => new GoTrueClient({ url, autoRefreshToken: false, persistSession: false });
  const signUp = async (email = newEmail(), data: object = person()): Promise<Session> => {
    const result = await client().signUp({ email, password, options: { data } });
    if (result.error || !result.data.session) throw result.error ?? new Error('No session');
    return result.data.session;
  };
  const refresh = (refresh_token: string) =>
    call('POST', '/token?grant_type=refresh_token', { body: { refresh_token } });
  const eventsOf = (userId: string) => app.get(EventStore).read<UserEvents>(`user-${userId}`);
  return { app, clock, config, url, call, client, signUp, refresh, eventsOf, stop: () => site.stop() };
};
