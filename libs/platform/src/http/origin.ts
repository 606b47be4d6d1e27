import { randomUUID } from 'node:crypto';
import type { Actor, Origin } from '#kernel';

/** The part of a request that its origin is derived from; Fastify's requests have it. */
export type RequestHead = { readonly headers: Readonly<Record<string, string | readonly string[] | undefined>> };

/** The actor of requests without a session. */
export const anonymous: Actor = { id: 'anonymous', kind: 'user', role: 'anonymous' };

/** The origin of a request by this actor. A well-formed X-Request-Id is kept; otherwise a new id is made. */
export const originOfRequest = ({ headers }: RequestHead, by: Actor): Origin => {
  const given = headers['x-request-id'];
  const request = typeof given === 'string' && /^[\w.:-]{8,128}$/.test(given) ? given : randomUUID();
  const source = String(headers['x-client-info'] ?? '').startsWith('festoon-web') ? 'web' : 'api';
  return { by, source, request, correlation: request, causation: request };
};
