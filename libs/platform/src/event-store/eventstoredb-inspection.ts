import { type EventStoreDbRecord, hashOf } from './eventstoredb-records.ts';
import {
  type Finding,
  type Inspection,
  type InspectionResult,
  newStream,
  type StreamHead,
  type StreamLink,
  timeFindings,
} from './inspection.ts';

/**
 * Inspects a log in EventStoreDB. The server assigns positions (with gaps) and times, so the checks are: each event's
 * hash over its content and the event before it in its stream, versions without gaps, and times that never decrease.
 * It reads the log from its beginning and keeps the end of every stream in memory; `from` only limits what is reported.
 */
export class EventStoreDbInspector {
  #events = 0;
  #last: bigint;
  #latest = Number.NEGATIVE_INFINITY;
  readonly #heads = new Map<string, StreamHead>();

  constructor(private readonly inspection: Inspection) {
    this.#last = inspection.from - 1n;
  }

  get result(): InspectionResult {
    return { events: this.#events, through: this.#last };
  }

  inspect(record: EventStoreDbRecord): void {
    const { event, stream, position } = record;
    const { hash } = event.metadata;
    const version = Number(event.revision) + 1;
    const headBefore = this.#heads.get(stream) ?? newStream;
    const recordedAt = event.created.getTime();
    const found = [
      ...linkFindings(headBefore, version, record),
      ...timeFindings(this.#latest, { position, stream, recordedAt }),
    ];
    this.#latest = recordedAt;
    this.#heads.set(stream, { position, version, hash });
    if (position < this.inspection.from) return;
    this.#last = position;
    this.inspection.onEvent({ position, hash });
    this.#events += 1;
    for (const finding of found) this.inspection.onFinding(finding);
  }
}

/** The hashes of a stream, each compared with what is stored. `records` are its events in order. */
export const linksOf = (records: readonly EventStoreDbRecord[]): readonly StreamLink[] => {
  let before = newStream;
  return records.map((record) => {
    const { position, event } = record;
    const { hash } = event.metadata;
    const version = Number(event.revision) + 1;
    const unchanged = linkFindings(before, version, record).length === 0;
    before = { position, version, hash };
    return { position, version, digest: null, hash, unchanged };
  });
};

const linkFindings = (before: StreamHead, version: number, record: EventStoreDbRecord): readonly Finding[] => {
  const { stream, position, event } = record;
  const found = (kind: Finding['kind'], message: string): readonly Finding[] => [{ position, stream, kind, message }];
  if (version !== before.version + 1)
    return found('version', `version ${version - 1} of its stream, which it follows, is missing`);
  if (hashOf(record, before.hash) === event.metadata.hash) return [];
  const link = before.version === 0 ? 'the first event of its stream' : `the event after position ${before.position}`;
  return found('chain', `its hash is not that of ${link} with this content`);
};
