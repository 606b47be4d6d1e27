import type { Recorded } from '#kernel';

/** An event as an engine keeps it: `shape` is the version its data was written in; personal data is sealed. */
export type Stored = Recorded & { readonly shape: number };
export type Unplaced = Omit<Stored, 'position' | 'recordedAt'>;

/** A stored event with its data in today's shape. Named one by one: a copy of the rest without `shape` takes many times longer. */
export const recorded = (event: Stored, data: object): Recorded => ({
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
