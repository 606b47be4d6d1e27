import { retryAdvice, retryAfterSeconds } from './retry-after.ts';
import { storedSession } from './session-storage.ts';

/** One field's error. `path` is dotted, as in `packages.0.price`. */
export type Issue = { path: string; message: string };

/** A response other than 2xx, or no response (status 0). The message is the server's own, where it has one. */
export class HttpError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly issues: readonly Issue[] = [],
    /** The seconds after which the server allows another try; 0 where it names none. */
    readonly retryAfter = 0,
  ) {
    super(message);
    this.name = 'HttpError';
  }
}

/** The server has nothing at this address, or its id is malformed. */
export const isMissing = (error: unknown): boolean => error instanceof HttpError && [400, 404].includes(error.status);

type Query = Record<string, string | number | undefined>;
type Call = {
  body?: unknown;
  query?: Query;
  signal?: AbortSignal | undefined;
  /** Headers in addition to those of every request. */
  headers?: Record<string, string>;
};

/** The position of the last write, if it could not be read yet when the server responded. Reads wait for it. */
let unreadPosition: string | undefined;
let currentToken: () => Promise<string | undefined> = () => Promise.resolve(storedSession()?.access_token);
let onUnauthorized: () => void = () => undefined;

/**
 * Sets where the bearer token comes from and what happens when the server refuses it. Until then the stored one is
 * used.
 */
export const setAuthentication = (token: () => Promise<string | undefined>, unauthorized: () => void): void => {
  currentToken = token;
  onUnauthorized = unauthorized;
};

const search = (query: Query = {}): string => {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
  return text ? `?${text}` : '';
};

/** Marks requests from these pages in the audit trail, to distinguish them from other programs. */
export const clientHeaders = { 'x-client-info': 'festoon-web' } as const;

/** The headers that identify the user and these pages, for requests that a library sends. */
export const authorizationHeaders = async (): Promise<Record<string, string>> => {
  const bearer = await currentToken();
  return { ...clientHeaders, ...(bearer && { authorization: `Bearer ${bearer}` }) };
};

const headersFor = async (method: string, body: unknown): Promise<Record<string, string>> => ({
  accept: 'application/json',
  ...(await authorizationHeaders()),
  ...(body !== undefined && { 'content-type': 'application/json' }),
  ...(unreadPosition && { 'x-position': unreadPosition }),
  ...(method === 'POST' && { 'idempotency-key': crypto.randomUUID() }),
});

/** Whether the server refused a request, which then has had no effect. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof HttpError && error.status >= 400 && error.status < 500;

/** A message for a refusal that comes without one, such as a proxy's. Says when to try again if the response does. */
const messageWithout = (response: Response): string =>
  response.status === 429 ? `Too many requests. ${retryAdvice(retryAfterSeconds(response))}` : '';

const httpErrorOf = (response: Response, body: unknown): HttpError => {
  const { code, message, issues } = (body ?? {}) as Partial<{ code: string; message: string; issues: Issue[] }>;
  const text = message ?? issues?.[0]?.message ?? messageWithout(response);
  return new HttpError(response.status, code ?? 'unexpected', text, issues ?? [], retryAfterSeconds(response));
};

const parsed = (text: string): unknown => {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The error for a response that a library received. */
export const httpErrorFrom = (status: number, text: string): HttpError =>
  httpErrorOf(new Response(null, { status }), parsed(text));

const unreachable = () => new HttpError(0, 'unreachable', 'We can’t reach Festoon. Check your connection.');

/** Waits for a part of an exchange with the server. Throws an `HttpError` if the connection breaks. */
const received = async <T>(part: Promise<T>, signal?: AbortSignal): Promise<T> => {
  try {
    return await part;
  } catch (error) {
    if (signal?.aborted) throw error;
    throw unreachable();
  }
};

let lowestShown: string | undefined;

/**
 * A position such that everything on the page shows at least the events up to it. Undefined before the first response.
 */
export const shownPosition = (): string | undefined => lowestShown;

/**
 * Called when the page has been notified of everything up to this position; undefined when everything it read is
 * discarded.
 */
export const setShownPosition = (position: string | undefined): void => {
  lowestShown = position;
};

const trackShown = ({ headers }: Response): void => {
  const shown = headers.get('x-shown-position');
  if (shown && (!lowestShown || BigInt(shown) < BigInt(lowestShown))) lowestShown = shown;
};

/** Reads ask for the position of the newest of the unread writes, whichever response came last. */
const requireReadAt = (position: string | null | undefined): void => {
  if (position && (!unreadPosition || BigInt(position) > BigInt(unreadPosition))) unreadPosition = position;
};

/** After a write, reads ask for its position until one of them has succeeded with it. */
const trackPosition = ({ ok, headers }: Response, sentPosition: string | undefined): void => {
  if (headers.get('x-readable') === 'later') requireReadAt(headers.get('x-position'));
  else if (ok && sentPosition === unreadPosition) unreadPosition = undefined;
};

/**
 * Call it for the response to a write that a library sent: later reads wait for that write, and a refused session ends.
 */
export const trackResponse = (status: number, header: (name: string) => string | undefined): void => {
  if (header('x-readable') === 'later') requireReadAt(header('x-position'));
  if (status === 401) onUnauthorized();
};

/** As `fetch`, for a library: its reads wait for the last write, and later reads wait for its writes. */
export const trackedFetch: typeof fetch = async (input, init = {}) => {
  const isRead = (init.method ?? 'GET') === 'GET';
  const sentPosition = isRead ? unreadPosition : undefined;
  if (!isRead) discardPreloads();
  const headers = new Headers(init.headers);
  if (sentPosition) headers.set('x-position', sentPosition);
  const response = await fetch(input, { ...init, headers });
  trackPosition(response, sentPosition);
  return response;
};

const send = async (method: string, url: string, { body, query, signal, ...call }: Call): Promise<Response> => {
  const headers = { ...(await headersFor(method, body)), ...call.headers };
  const init: RequestInit = { method, headers, signal: signal ?? null };
  if (body !== undefined) init.body = JSON.stringify(body);
  const response = await received(fetch(`${url}${search(query)}`, init), signal);
  trackPosition(response, headers['x-position']);
  trackShown(response);
  if (response.status === 401) onUnauthorized();
  return response;
};

type Preloaded = { at: number; token: Promise<string | undefined>; response: Promise<Response | undefined> };

declare global {
  interface Window {
    /** What `public/start.js` requested before this code was loaded, by URL. */
    festoonReads?: Map<string, { at: number; token: string; response: Promise<Response | undefined> }>;
  }
}

const preloaded = new Map<string, Preloaded>();
if (typeof window !== 'undefined')
  for (const [url, { token, ...read }] of window.festoonReads ?? [])
    preloaded.set(url, { ...read, token: Promise.resolve(token) });
// A preloaded response is only used within this time, in milliseconds.
const preloadLifetime = 10_000;
const isFresh = (entry: Preloaded | undefined): entry is Preloaded =>
  entry !== undefined && Date.now() - entry.at < preloadLifetime;

/**
 * Requests data before the code that shows it is loaded: the next `api.get` of the same path takes the response. Any
 * write discards what was requested before it.
 */
export const preload = (path: string): void => {
  const url = `/api/v1${path}`;
  if (isFresh(preloaded.get(url))) return;
  const response = send('GET', url, {}).catch(() => undefined);
  preloaded.set(url, { at: Date.now(), token: currentToken(), response });
};

/** Discards the preloaded responses, which may be older than a change. */
export const discardPreloads = (): void => preloaded.clear();

// Only a response for the same user, and no refusal: that is for the request itself to handle.
const takePreloaded = async (url: string): Promise<Response | undefined> => {
  const entry = preloaded.get(url);
  preloaded.delete(url);
  if (!isFresh(entry) || (await entry.token) !== (await currentToken())) return undefined;
  const response = await entry.response;
  if (!response?.ok) return undefined;
  trackShown(response);
  return response;
};

/** Sends JSON and reads JSON; throws `HttpError` for every response that is not 2xx. */
export const request = async <T>(method: string, url: string, call: Call = {}): Promise<T> => {
  const isRead = method === 'GET';
  if (!isRead) discardPreloads();
  const response = (isRead && (await takePreloaded(`${url}${search(call.query)}`))) || (await send(method, url, call));
  const body = parsed(await received(response.text(), call.signal));
  if (!response.ok) throw httpErrorOf(response, body);
  return body as T;
};

const fileOf = async (method: string, url: string, call: Call = {}): Promise<Blob> => {
  const response = await send(method, url, call);
  if (!response.ok) throw httpErrorOf(response, await response.json().catch(() => undefined));
  return received(response.blob(), call.signal);
};

/** Reads what `GET /api/v1{path}` returns. Throws an `HttpError` if that refuses. */
export type Read = (path: string, query: Query) => Promise<unknown>;

let readInProcess: Read | undefined;

/** On the server, public pages read through this function instead of over HTTP. */
export const readWith = (read: Read): void => {
  readInProcess = read;
};

/** The routes under `/api/v1`. */
export const api = {
  get: async <T>(path: string, query?: Query, signal?: AbortSignal): Promise<T> =>
    readInProcess
      ? ((await readInProcess(path, query ?? {})) as T)
      : request('GET', `/api/v1${path}`, { ...(query && { query }), signal }),
  /** A request that is repeated with the same idempotency key has the effect of one. By default each has its own. */
  post: <T>(path: string, body: unknown = {}, idempotencyKey?: string): Promise<T> =>
    request('POST', `/api/v1${path}`, {
      body,
      ...(idempotencyKey && { headers: { 'idempotency-key': idempotencyKey } }),
    }),
  put: <T>(path: string, body: unknown): Promise<T> => request('PUT', `/api/v1${path}`, { body }),
  patch: <T>(path: string, body: unknown): Promise<T> => request('PATCH', `/api/v1${path}`, { body }),
  delete: (path: string, body?: unknown): Promise<void> => request('DELETE', `/api/v1${path}`, { body }),
  file: (path: string): Promise<Blob> => fileOf('GET', `/api/v1${path}`),
  /** The file that a POST request with this body returns. */
  exportedFile: (path: string, body: unknown): Promise<Blob> => fileOf('POST', `/api/v1${path}`, { body }),
};

/** A server function, by its name. */
export const invoke = <T>(name: string, body: unknown = {}): Promise<T> =>
  request('POST', `/functions/v1/${name}`, { body });

/** The message of an error, or `otherwise` where it has none. */
export const messageOf = (error: unknown, otherwise: string): string =>
  error instanceof Error && error.message ? error.message : otherwise;
