import { hashOf, type KeptEvent } from '#platform/event-store';
import { type Finding, timeFindings } from './inspection.ts';
import { newStream, type StreamHead } from './links.ts';

/**
 * A log in EventStoreDB, event by event. The server gives positions, with gaps, and times; so what is checked is each
 * event's hash over what it says and over the one before it in its stream, that versions are dense, and that time does not
 * go back. Where each stream stands is kept in memory.
 */
export class KeptWalk {
  events = 0;
  last = 0n;
  #latest = Number.NEGATIVE_INFINITY;
  readonly #heads = new Map<string, StreamHead>();

  /** Nothing is told of events before `from`. */
  constructor(
    private readonly tell: (finding: Finding) => void,
    private readonly from: bigint,
  ) {}

  see(kept: KeptEvent): void {
    const { event, stream, position } = kept;
    const { hash } = event.metadata;
    const version = Number(event.revision) + 1;
    const before = this.#heads.get(stream) ?? newStream;
    const recordedAt = event.created.getTime();
    const found = [
      ...linkFindings(before, version, kept),
      ...timeFindings(this.#latest, { position, stream, recordedAt }),
    ];
    this.#latest = recordedAt;
    this.#heads.set(stream, { position, version, hash });
    this.last = position;
    if (position < this.from) return;
    this.events += 1;
    for (const finding of found) this.tell(finding);
  }
}

const linkFindings = (before: StreamHead, version: number, kept: KeptEvent): readonly Finding[] => {
  const { stream, position, event } = kept;
  const found = (kind: Finding['kind'], message: string): readonly Finding[] => [{ position, stream, kind, message }];
  if (version !== before.version + 1)
    return found('version', `version ${version - 1} of its stream, which it follows, is gone`);
  if (hashOf(kept, before.hash) === event.metadata.hash) return [];
  const link = before.version === 0 ? 'the first of its stream' : `the one after position ${before.position}`;
  return found('chain', `its hash is not that of ${link} with what it says`);
};
