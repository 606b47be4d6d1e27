import { randomUUID } from 'node:crypto';
import type { Actor, Origin } from '#kernel';

/** What a request's origin is told from; Fastify's requests have it. */
export type RequestHead = { readonly headers: Readonly<Record<string, string | readonly string[] | undefined>> };

/** Whoever has not said who they are. */
export const anonymous: Actor = { id: 'anonymous', kind: 'user', role: 'anonymous' };

/** Where a request comes from, asked by this actor. A request id that looks sane is kept, else there is a new one. */
export const originOfRequest = ({ headers }: RequestHead, by: Actor): Origin => {
  const given = headers['x-request-id'];
  const request = typeof given === 'string' && /^[\w.:-]{8,128}$/.test(given) ? given : randomUUID();
  const source = String(headers['x-client-info'] ?? '').startsWith('festoon-web') ? 'web' : 'api';
  return { by, source, request, correlation: request, causation: request };
};
