import type { Recorded } from '#kernel';

/** An event as an engine stores it: `shape` is the version of its data when it was written; personal data is sealed. */
export type Stored = Recorded & { readonly shape: number };
/** An event before an engine writes it, which adds its position and the time at which it was recorded. */
export type UnrecordedEvent = Omit<Stored, 'position' | 'recordedAt'>;

/**
 * A stored event with its data in the current shape. Each field is named, because a rest copy without `shape` is far
 * slower.
 */
export const toRecorded = (event: Stored, data: object): Recorded => ({
  type: event.type,
  data,
  id: event.id,
  stream: event.stream,
  version: event.version,
  position: event.position,
  at: event.at,
  recordedAt: event.recordedAt,
  by: event.by,
  source: event.source,
  request: event.request,
  correlation: event.correlation,
  causation: event.causation,
  ...(event.onBehalfOf !== undefined && { onBehalfOf: event.onBehalfOf }),
  ...(event.reason !== undefined && { reason: event.reason }),
});
