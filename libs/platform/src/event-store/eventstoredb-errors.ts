import { ErrorType } from '@eventstore/db-client';

type ErrorFields = { readonly code?: unknown; readonly type?: unknown; readonly message?: string };
const fieldsOf = (error: unknown): ErrorFields => (error ?? {}) as ErrorFields;

/** The gRPC codes of requests that were lost: cancelled, deadline exceeded, aborted, internal, unavailable. */
const lostCodes = new Set<unknown>([1, 4, 10, 13, 14]);

/** The server is unreachable, stopping, starting or electing a leader: the request may or may not have taken effect. */
export const isLost = (error: unknown): boolean => {
  const { code, type, message = '' } = fieldsOf(error);
  return lostCodes.has(code) || type === ErrorType.NOT_LEADER || /not ready|too busy|timed? ?out/i.test(message);
};

/** Nothing was appended because the stream is at another revision. */
export const isConflict = (error: unknown): boolean => fieldsOf(error).type === ErrorType.WRONG_EXPECTED_VERSION;

/** The stream does not exist, or there is no event at that position. */
export const isMissing = (error: unknown): boolean => {
  const { type, message = '' } = fieldsOf(error);
  return type === ErrorType.STREAM_NOT_FOUND || message.endsWith('InvalidPosition');
};

export const timedOut = (): Error => new Error('EventStoreDB timed out');
