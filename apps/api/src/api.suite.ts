import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Role } from '#identity';
import { Clock } from '#identity/testing';
import { Config } from '#platform/config';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { Database } from '#platform/postgres';
import { Projector } from '#platform/projections';
import { Reactor } from '#platform/reactions';
import { testConfig, untilCaughtUp, wholeLog } from '#platform/testing';
import { createApi } from './api.module.ts';
import { DocumentedResponses } from './documented-responses.suite.ts';

/** A person who signed up, with the access token of their newest session. Email address and phone number are unique. */
export type Person = {
  readonly id: string;
  readonly role: Role;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly token: string;
};
/** `by` is the person whose token is sent. `text` is sent unchanged, `body` as JSON. */
type Call = {
  readonly by?: { readonly token: string } | undefined;
  readonly body?: unknown;
  readonly text?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
};
export type ApiResponse = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read response bodies of any shape
  readonly body: any;
};

/** Whether the server rendered the page with its content. */
export const isRendered = ({ text }: ApiResponse): boolean => text.includes('<div id="root" data-prerendered="page">');

export const password = 'Sunflower7';
let phones = 5_550_000;

/**
 * The product as people use it, over HTTP. Only actions of the product's own processes and of providers do not use
 * HTTP.
 */
export class Site {
  #logged: Awaited<ReturnType<typeof wholeLog>> = [];

  private constructor(
    readonly api: NestFastifyApplication,
    readonly url: string,
    readonly config: Config,
    private readonly isLogFollowed: boolean,
  ) {}

  /**
   * Starts a process of the product on this database. `followsLog` states whether it also projects and reacts;
   * `isLogFollowed`, whether any process on this database does.
   */
  static async on(
    config: Config,
    followsLog = true,
    starting = createApi(config),
    isLogFollowed = followsLog,
  ): Promise<Site> {
    const api = await starting;
    await api.listen(0, '127.0.0.1');
    if (followsLog) {
      api.get(Projector).follow();
      api.get(Reactor).follow();
    }
    return new Site(api, await api.getUrl(), config, isLogFollowed);
  }

  /**
   * Sends a request. Throws if the response does not match the OpenAPI document. If a process
   * follows the log, the response to a write is returned once the read tables show it.
   */
  async request(method: string, path: string, { by, body, text, headers = {} }: Call = {}): Promise<ApiResponse> {
    const bodyText = text ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        ...(bodyText !== undefined && { 'content-type': 'application/json' }),
        ...(by && { authorization: `Bearer ${by.token}` }),
        ...headers,
      },
      ...(bodyText !== undefined && { body: bodyText }),
      redirect: 'manual',
    });
    const content = await response.text();
    const json = /json/.test(response.headers.get('content-type') ?? '');
    const parsedBody = json && content ? JSON.parse(content) : undefined;
    const apiResponse = { status: response.status, headers: response.headers, text: content, body: parsedBody };
    if (method !== 'HEAD') DocumentedResponses.of(this.api).check(method, path, apiResponse);
    if (this.isLogFollowed && response.headers.get('x-readable') === 'later')
      await untilCaughtUp(this.api, BigInt(response.headers.get('x-position') ?? 0));
    return apiResponse;
  }

  /** Sends a POST request over a connection that the test can end at any time. */
  interruptiblePost(path: string, by: Person | undefined, body: unknown): Socket {
    const { hostname, port } = new URL(this.url);
    const text = JSON.stringify(body);
    const lines = [
      `POST ${path} HTTP/1.1`,
      'Host: localhost',
      ...(by ? [`Authorization: Bearer ${by.token}`] : []),
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(text)}`,
    ];
    const socket = connect(Number(port), hostname);
    socket.write(`${lines.join('\r\n')}\r\n\r\n${text}`);
    return socket;
  }

  /** Returns the body of the response, and throws unless the request succeeded. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read response bodies of any shape
  async get(path: string, by?: Person): Promise<any> {
    return requireSuccess(await this.request('GET', path, { by }), path).body;
  }

  // biome-ignore lint/suspicious/noExplicitAny: tests read response bodies of any shape
  async post(path: string, by: Person | undefined, body?: unknown): Promise<any> {
    return requireSuccess(await this.request('POST', path, { by, body }), path).body;
  }

  async signUp(role: Role, name = 'Ann Archer'): Promise<Person> {
    const email = `${randomUUID()}@example.com`;
    const phone = `+1 555 ${String(++phones)}`;
    const [first_name, last_name] = name.split(' ');
    const data = { first_name, last_name, role, phone };
    const { access_token: token, user } = await this.post('/auth/v1/signup', undefined, { email, password, data });
    return { id: user.id, role, name, email, phone, token };
  }

  /** Starts another session of a person, who signed in `ago` milliseconds before now. */
  async signIn(person: Person, ago = 0): Promise<Person> {
    const clock = this.api.get(Clock, { strict: false });
    const now = clock.now;
    if (ago > 0) clock.now = () => new Date(Date.now() - ago);
    try {
      const credentials = { email: person.email, password };
      const { access_token: token } = await this.post('/auth/v1/token?grant_type=password', undefined, credentials);
      return { ...person, token };
    } finally {
      clock.now = now;
    }
  }

  /** Runs the work with the clock of this process set to this instant, in requests and in background work. */
  async at<T>(now: Date, work: () => Promise<T>): Promise<T> {
    const context = this.api.get(Context);
    const clock = context.now;
    context.now = () => now;
    try {
      return await work();
    } finally {
      context.now = clock;
    }
  }

  async signOut(person: Person): Promise<void> {
    await this.post('/auth/v1/logout?scope=local', person);
  }

  /** The differences between the read tables and the event log; empty unless there is a bug. */
  async readModelDifferences(): Promise<readonly string[]> {
    const projector = this.api.get(Projector);
    await untilCaughtUp(this.api);
    const differences = [...(await projector.verify())].map(([table, keys]) => `${table}: ${keys.join()}`);
    return [...differences, ...gapsIn(await this.logged(), this.api.get(Config).eventStoreDb === undefined)];
  }

  /** Returns all events. They never change, so only those since the last call are read. */
  async logged(): ReturnType<typeof wholeLog> {
    const earlierEvents = this.#logged;
    this.#logged = [...earlierEvents, ...(await wholeLog(this.api.get(EventStore), earlierEvents.at(-1)?.position))];
    return this.#logged;
  }

  /** Queries the database directly, without access checks. */
  rows<Row extends object>(sql: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    return this.api.get(Database).query(sql, values) as Promise<readonly Row[]>;
  }
}

/** Versions must have no gaps within a stream; positions must have none if the engine promises it. */
const gapsIn = (events: Awaited<ReturnType<typeof wholeLog>>, dense: boolean): readonly string[] => {
  const versions = new Map<string, number>();
  return events.flatMap(({ stream, version, position }, i) => {
    const gaps = [
      ...(version === (versions.get(stream) ?? 0) + 1 ? [] : [`${stream} has gaps`]),
      ...(dense && position !== BigInt(i + 1) ? ['the log has gaps'] : []),
    ];
    versions.set(stream, version);
    return gaps;
  });
};

/** The whole product with a database of its own. */
export const startSite = async (): Promise<{ site: Site; config: Config; stop: () => Promise<void> }> => {
  const { config, drop } = await testConfig();
  const site = await Site.on(config);
  const stop = async () => {
    await site.api.close();
    await drop();
  };
  return { site, config, stop };
};

/** What a file with a group of specs does at its end (scripts/test-groups.ts). */
const { atEndOfGroup } = globalThis as { atEndOfGroup?: (end: () => Promise<void>) => void };
let shared: ReturnType<typeof startSite> | undefined;
/**
 * As {@link startSite}, but the specs of a group share one site, which is stopped at the end of the group. When it is
 * stopped, its read tables must match the event log. For specs that look only at what they created themselves.
 */
export const sharedSite: typeof startSite = async () => {
  const isFirst = shared === undefined;
  shared ??= startSite();
  const { site, config, stop } = await shared;
  const end = async () => {
    const differences = await site.readModelDifferences().finally(stop);
    if (differences.length > 0) throw new Error(`The read tables do not match the event log: ${differences.join()}`);
  };
  if (isFirst) atEndOfGroup?.(end);
  return { site, config, stop: atEndOfGroup ? async () => undefined : end };
};

/** {@link startSite}, and a second process on the same database, which only serves requests. */
export const startSites = async (): Promise<{ site: Site; other: Site; stop: () => Promise<void> }> => {
  const { site, config, stop } = await startSite();
  const otherSite = await Site.on(config, false, createApi(config), true);
  return {
    site,
    other: otherSite,
    stop: async () => {
      await otherSite.api.close();
      await stop();
    },
  };
};

/** Runs at most 20 at a time: load shedding refuses more sign-ups in parallel, because they hash passwords. */
export const makeMany = async <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> => {
  const results: T[] = [];
  for (let from = 0; from < count; from += 20)
    results.push(...(await Promise.all(Array.from({ length: Math.min(20, count - from) }, (_, i) => make(from + i)))));
  return results;
};

const requireSuccess = (response: ApiResponse, path: string): ApiResponse => {
  if (response.status < 300) return response;
  throw new Error(`${path} returned ${response.status}: ${response.text}`);
};
