import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Entry, RequestLog } from './request-log.suite.ts';

export type Person = { readonly id: string; readonly token: string };
type ApiResponse = { readonly status: number; readonly body: Readonly<Record<string, unknown>> };
type Request = {
  readonly by?: Person | undefined;
  readonly body?: unknown;
  readonly event?: Entry['event'];
  readonly about?: string;
};

/** How long a request is repeated until it gets a final response, in milliseconds. */
const maximumWait = 300_000;
/** How long one attempt may take, in milliseconds. */
const requestTimeout = 15_000;

/** Repeats each request under the same idempotency key until it gets a final response, and records that. */
export class RetryingClient {
  constructor(
    private readonly urls: readonly string[],
    private readonly requests: RequestLog,
  ) {}

  async post(path: string, request: Request = {}): Promise<ApiResponse> {
    const key = randomUUID();
    const deadline = Date.now() + maximumWait;
    for (;;) {
      const response = await this.#sendOnce('POST', path, request, key);
      if (response && isFinal(response)) return this.#record(key, request, response);
      if (response?.status === 500) this.requests.failed.add(key);
      if (Date.now() > deadline) throw new Error(`${path} got no final response: ${JSON.stringify(response)}`);
      await sleep(40 + Math.random() * 80);
    }
  }

  async get(path: string, by: Person): Promise<ApiResponse['body']> {
    for (const deadline = Date.now() + maximumWait; ; await sleep(100)) {
      const response = await this.#sendOnce('GET', path, { by }, randomUUID());
      if (response?.status === 200) return response.body;
      if (Date.now() > deadline) throw new Error(`${path} got no final response: ${JSON.stringify(response)}`);
    }
  }

  #record(request: string, { event, about }: Request, response: ApiResponse): ApiResponse {
    const createdId = typeof response.body.id === 'string' ? response.body.id : undefined;
    this.requests.add({ request, event, stream: about ?? createdId, status: response.status });
    return response;
  }

  #anyUrl(): string {
    return this.urls[Math.floor(Math.random() * this.urls.length)] ?? '';
  }

  /** Sends a request once. Returns undefined if the connection was lost: the outcome of the request is unknown then. */
  async #sendOnce(method: string, path: string, { by, body }: Request, key: string): Promise<ApiResponse | undefined> {
    try {
      const response = await fetch(`${this.#anyUrl()}${path}`, {
        method,
        headers: {
          'idempotency-key': key,
          'x-request-id': key,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(by && { authorization: `Bearer ${by.token}` }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        redirect: 'manual',
        signal: AbortSignal.timeout(requestTimeout),
      });
      const text = await response.text();
      return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : {} };
    } catch {
      return undefined;
    }
  }
}

const isFinal = ({ status, body }: ApiResponse): boolean => status < 500 && body.code !== 'try-again';
