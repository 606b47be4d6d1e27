import { ErrorType } from '@eventstore/db-client';

type Told = { readonly code?: unknown; readonly type?: unknown; readonly message?: string };
const told = (error: unknown): Told => (error ?? {}) as Told;

/** gRPC: cancelled, deadline exceeded, aborted, internal, unavailable. */
const lostCodes = new Set<unknown>([1, 4, 10, 13, 14]);

/** The server is away, stops, starts or elects another leader: what was asked may or may not have happened. */
export const isLost = (error: unknown): boolean => {
  const { code, type, message = '' } = told(error);
  return lostCodes.has(code) || type === ErrorType.NOT_LEADER || /not ready|too busy|timed? ?out/i.test(message);
};

/** Nothing was appended because the stream is at another revision. */
export const isConflict = (error: unknown): boolean => told(error).type === ErrorType.WRONG_EXPECTED_VERSION;

/** There is no such stream, or no event at that position. */
export const isMissing = (error: unknown): boolean => {
  const { type, message = '' } = told(error);
  return type === ErrorType.STREAM_NOT_FOUND || message.endsWith('InvalidPosition');
};

/** Told as any other network error is. */
export const away = (cause: unknown): Error =>
  Object.assign(new Error('EventStoreDB is away', { cause }), { code: 'ETIMEDOUT' });

export const tooQuiet = (): Error => new Error('EventStoreDB timed out');
