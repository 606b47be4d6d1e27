import { createHash } from 'node:crypto';
import { type EventData, jsonEvent, type RecordedEvent } from '@eventstore/db-client';
import type { Origin } from '#kernel';
import type { Stored, UnrecordedEvent } from './stored-event.ts';

/**
 * What is stored beside an event’s data. `hash` covers the event and the previous hash in its stream, but neither
 * position nor time, because the server assigns those.
 */
type Metadata = { readonly shape: number; readonly at: string; readonly origin: Origin; readonly hash: string };
type OwnEvent = RecordedEvent & { readonly data: object; readonly metadata: Metadata };
/** An event with its stream and position. `stream` is the name without the prefix. */
export type EventStoreDbRecord = { readonly event: OwnEvent; readonly stream: string; readonly position: bigint };

/** Whether {@link toRecords} made this event; it did not make the server’s own events and those of other programs. */
export const isOwn = (event: RecordedEvent): event is OwnEvent => {
  const metadata: unknown = event.metadata;
  const hasOwnMetadata =
    typeof metadata === 'object' && metadata !== null && 'hash' in metadata && 'origin' in metadata;
  return hasOwnMetadata && event.isJson && typeof event.data === 'object' && !event.type.startsWith('$');
};

/**
 * The events as they are sent to EventStoreDB, each with a hash that covers the hash of the event before it, and the
 * hash of the last one. `before` is the hash of the stream's last stored event, '' for a new stream.
 */
export const toRecords = (
  events: readonly UnrecordedEvent[],
  before: string,
): { records: EventData[]; hash: string } => {
  let hash = before;
  const records = events.map(({ id, stream, version, type, shape, data, at, ...origin }) => {
    hash = linkOf({ id, stream, version, type, shape, data, at, origin }, hash);
    const metadata: Metadata = { shape, at, origin, hash };
    return jsonEvent({ id, type, data: data as Record<string, unknown>, metadata });
  });
  return { records, hash };
};

export const toStored = ({ event, stream, position }: EventStoreDbRecord): Stored => {
  const { id, type, data, created, revision } = event;
  const { shape, at, origin } = event.metadata;
  const place = { stream, version: Number(revision) + 1, position, recordedAt: created.toISOString() };
  return { ...origin, id, type, data, shape, at, ...place };
};

/** The hash that an event must have if it is unchanged and follows the hash `before`. */
export const hashOf = ({ event, stream }: EventStoreDbRecord, before: string): string => {
  const { id, type, data, revision } = event;
  const { shape, at, origin } = event.metadata;
  return linkOf({ id, stream, version: Number(revision) + 1, type, shape, data, at, origin }, before);
};

type LinkedEvent = Pick<UnrecordedEvent, 'id' | 'stream' | 'version' | 'type' | 'shape' | 'data' | 'at'> & {
  readonly origin: Origin;
};

/** JSON.stringify gives the same text again after JSON.parse, so the hash can be recomputed from parsed events. */
const linkOf = ({ id, stream, version, type, shape, data, at, origin }: LinkedEvent, before: string): string =>
  createHash('sha256')
    .update(before, 'hex')
    .update(
      `${JSON.stringify([id, stream, version, type, shape, at])}\n${JSON.stringify(data)}\n${JSON.stringify(origin)}`,
    )
    .digest('hex');
