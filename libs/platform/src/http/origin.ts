import { randomUUID } from 'node:crypto';
import type { Actor, Origin } from '#kernel';
import { parseTraceparent } from '#platform/tracing';

/** The part of an HTTP request that its {@link Origin} (who caused an event, and how) is derived from. */
export type RequestHead = { readonly headers: Readonly<Record<string, string | readonly string[] | undefined>> };

/** The actor of requests without a session. */
export const anonymous: Actor = { id: 'anonymous', kind: 'user', role: 'anonymous' };

/**
 * A uuid, or the 32 hexadecimal digits of a trace id. Events keep it forever, so it must not be a text that someone
 * wrote.
 */
const requestIdForm = /^(?:[\da-f]{32}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

/**
 * The origin of a request by this actor. An X-Request-Id of the right form is kept; otherwise the id is that of the
 * caller's trace (`traceparent`), or a new one.
 */
export const originOfRequest = ({ headers }: RequestHead, by: Actor): Origin => {
  const givenId = headers['x-request-id'];
  const requestId =
    typeof givenId === 'string' && requestIdForm.test(givenId)
      ? givenId
      : (parseTraceparent(headers.traceparent)?.traceId ?? randomUUID());
  const source = String(headers['x-client-info'] ?? '').startsWith('festoon-web') ? 'web' : 'api';
  return { by, source, request: requestId, correlation: requestId, causation: requestId };
};
