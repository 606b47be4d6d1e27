import { retryAdvice, retryAfterSeconds } from './retry-after.ts';

/** One field's error. `path` is dotted, as in `packages.0.price`. */
export type Issue = { path: string; message: string };

/** What the server refused, or that it could not be reached (status 0). */
export class HttpError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly issues: readonly Issue[] = [],
  ) {
    super(message);
    this.name = 'HttpError';
  }
}

type Query = Record<string, string | number | undefined>;
type Call = { body?: unknown; query?: Query; signal?: AbortSignal | undefined };

/** What was written last and could not be read yet when that was answered: no page shows what was before. */
let owed: string | undefined;
let token: () => Promise<string | undefined> = () => Promise.resolve(undefined);
let unknown: () => void = () => undefined;

/** Says where the bearer token comes from, and what to do when the server does not know it. The auth client calls this once. */
export const setAuthentication = (source: () => Promise<string | undefined>, onUnknown: () => void): void => {
  token = source;
  unknown = onUnknown;
};

const search = (query: Query = {}): string => {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
  return text ? `?${text}` : '';
};

/** The audit trail tells what was done on these pages from what a program did. */
export const clientHeaders = { 'x-client-info': 'festoon-web' } as const;

const headersFor = async (method: string, body: unknown): Promise<Record<string, string>> => {
  const bearer = await token();
  return {
    accept: 'application/json',
    ...clientHeaders,
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(bearer && { authorization: `Bearer ${bearer}` }),
    ...(owed && { 'x-position': owed }),
    ...(method === 'POST' && { 'idempotency-key': crypto.randomUUID() }),
  };
};

/** What a refusal without words says, as a proxy's: nothing, but when to ask again. */
const unspoken = (response: Response): string =>
  response.status === 429 ? `That was too often. ${retryAdvice(retryAfterSeconds(response))}` : '';

const refusal = (response: Response, answer: unknown): HttpError => {
  const { code, message, issues } = (answer ?? {}) as Partial<{ code: string; message: string; issues: Issue[] }>;
  const words = message ?? issues?.[0]?.message ?? unspoken(response);
  return new HttpError(response.status, code ?? 'unexpected', words, issues ?? []);
};

const unreachable = () => new HttpError(0, 'unreachable', 'Festoon cannot be reached. Check your connection.');

const remember = ({ ok, headers }: Response, asked: string | undefined): void => {
  if (headers.get('x-readable') === 'later') owed = headers.get('x-position') ?? undefined;
  else if (ok && asked === owed) owed = undefined;
};

const send = async (method: string, url: string, { body, query, signal }: Call): Promise<Response> => {
  const headers = await headersFor(method, body);
  const init: RequestInit = { method, headers, signal: signal ?? null };
  if (body !== undefined) init.body = JSON.stringify(body);
  try {
    const response = await fetch(`${url}${search(query)}`, init);
    remember(response, headers['x-position']);
    if (response.status === 401) unknown();
    return response;
  } catch (error) {
    if (signal?.aborted) throw error;
    throw unreachable();
  }
};

/** Sends JSON and reads JSON; throws `HttpError` for every answer that is not 2xx. */
export const request = async <T>(method: string, url: string, call: Call = {}): Promise<T> => {
  const response = await send(method, url, call);
  const text = await response.text();
  let answer: unknown;
  try {
    answer = text === '' ? undefined : JSON.parse(text);
  } catch {
    answer = undefined;
  }
  if (!response.ok) throw refusal(response, answer);
  return answer as T;
};

const fileOf = async (url: string): Promise<Blob> => {
  const response = await send('GET', url, {});
  if (!response.ok) throw refusal(response, await response.json().catch(() => undefined));
  return response.blob();
};

/** The routes under `/api/v1`. */
export const api = {
  get: <T>(path: string, query?: Query, signal?: AbortSignal): Promise<T> =>
    request('GET', `/api/v1${path}`, { ...(query && { query }), signal }),
  post: <T>(path: string, body: unknown = {}): Promise<T> => request('POST', `/api/v1${path}`, { body }),
  put: <T>(path: string, body: unknown): Promise<T> => request('PUT', `/api/v1${path}`, { body }),
  delete: (path: string, body?: unknown): Promise<void> => request('DELETE', `/api/v1${path}`, { body }),
  file: (path: string): Promise<Blob> => fileOf(`/api/v1${path}`),
};

/** A server function, by its name. */
export const invoke = <T>(name: string, body: unknown = {}): Promise<T> =>
  request('POST', `/functions/v1/${name}`, { body });

/** The server's own words, where it had any. */
export const messageOf = (error: unknown, otherwise: string): string =>
  error instanceof Error && error.message ? error.message : otherwise;
