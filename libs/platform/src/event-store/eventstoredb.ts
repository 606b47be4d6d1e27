import type { OnApplicationShutdown } from '@nestjs/common';
import type { Context } from '#platform/context';
import type { PersonalDataKeys } from '#platform/personal-data';
import { EventStore } from './event-store.ts';
import { EventStoreDbConnection } from './eventstoredb-connection.ts';
import { isConflict } from './eventstoredb-errors.ts';
import { ConfirmedHeads } from './eventstoredb-heads.ts';
import { eventStoreDbIdentity } from './eventstoredb-identity.ts';
import { WrittenIds } from './eventstoredb-ids.ts';
import { EventStoreDbInspector, linksOf } from './eventstoredb-inspection.ts';
import { EventStoreDbLog, streamPrefix } from './eventstoredb-log.ts';
import { type EventStoreDbRecord, isOwn, toRecords, toStored } from './eventstoredb-records.ts';
import type { EventHash, Inspection, InspectionResult, StreamLink } from './inspection.ts';
import { VersionConflict } from './log-errors.ts';
import type { Stored, UnrecordedEvent } from './stored-event.ts';

/** `url` is a connection string; all stream names begin with `prefix`, so that several products can share a server. */
export type EventStoreDbSettings = { readonly url: string; readonly prefix: string };

/**
 * The log in EventStoreDB. Its versions count from 0, ours from 1. Positions count all events of the server, so ours
 * increase with gaps.
 */
export class EventStoreDbEventStore extends EventStore implements OnApplicationShutdown {
  override readonly densePositions = false;
  readonly #connection: EventStoreDbConnection;
  readonly #log: EventStoreDbLog;
  readonly #prefix: string;
  readonly #heads: ConfirmedHeads;
  readonly #ids = new WrittenIds();
  /** Pairs of person and stream that this process has already recorded in the key table. */
  readonly #recordedHolders = new Set<string>();

  constructor(
    context: Context,
    private readonly people: PersonalDataKeys,
    { url, prefix }: EventStoreDbSettings,
  ) {
    super(context, people);
    this.#prefix = streamPrefix(prefix);
    this.#connection = new EventStoreDbConnection(url);
    this.#log = new EventStoreDbLog(this.#connection, this.#prefix);
    this.#connection.onReconnect = () => {
      this.#ids.clear();
      this.onReconnect();
    };
    this.#heads = new ConfirmedHeads(async (stream, version) => {
      const event = await this.#connection.eventAt(this.#prefix + stream, BigInt(version - 1));
      return event && isOwn(event) ? event.metadata.hash : undefined;
    });
    this.#connection.listen(this.#prefix, (event) => {
      if (event && isOwn(event)) this.#arrived(event);
      this.wake();
    });
  }

  /**
   * EventStoreDB compares ids only if the stream is not at the expected version: it writes events again if they are
   * among the expected ones. A stream that is new has no ids.
   */
  protected override recognizesId(stream: string, expected: number, id: string): boolean {
    return expected === 0 || (!this.outage && this.#ids.lack(stream, expected, id));
  }

  protected override async write(
    stream: string,
    expected: number,
    events: readonly UnrecordedEvent[],
    people: readonly string[],
  ): Promise<bigint> {
    if (events.length === 0) return this.head();
    await this.#recordHolders(people, stream);
    const hashBefore = await this.#heads.hashAt(stream, expected);
    if (hashBefore === undefined) return this.#positionIfWritten(stream, expected, events);
    const { records, hash } = toRecords(events, hashBefore);
    try {
      const position = await this.#connection.append(this.#prefix + stream, expected - 1, records);
      this.#heads.appended(stream, expected + events.length, hash);
      this.#ids.written(
        stream,
        expected,
        events.map(({ id }) => id),
      );
      return position;
    } catch (error) {
      if (isConflict(error)) return this.#positionIfWritten(stream, expected, events);
      throw error;
    }
  }

  protected override async stream(stream: string): Promise<readonly Stored[]> {
    const records = await this.#recordsOf(stream);
    const gap = records.findIndex(({ event }, i) => event.revision !== BigInt(i));
    if (gap >= 0)
      throw new Error(`${stream} is damaged: its event ${gap + 1} is missing, or was not written by this product`);
    const last = records.at(-1);
    if (last) this.#heads.confirm(stream, records.length, last.event.metadata.hash);
    return records.map(toStored);
  }

  protected override async hasVersion(stream: string, version: number): Promise<boolean> {
    return (await this.#connection.eventAt(this.#prefix + stream, BigInt(version - 1))) !== undefined;
  }

  protected override async log(after: bigint, limit: number): Promise<readonly Stored[]> {
    return (await this.#log.after(after, limit)).map(toStored);
  }

  override async atSealed(positions: readonly bigint[]): Promise<readonly Stored[]> {
    return (await this.#log.at(positions)).map(toStored);
  }

  override head(): Promise<bigint> {
    return this.#log.head();
  }

  override identity(): Promise<string | undefined> {
    return eventStoreDbIdentity(this.#connection, this.#prefix).identity();
  }

  override claim(identity: string): Promise<string> {
    return eventStoreDbIdentity(this.#connection, this.#prefix).claim(identity);
  }

  override get outage(): string | undefined {
    return this.#connection.outage;
  }

  /** EventStoreDB has no index of ids, so this reads the log from its beginning. */
  override async positionOf(id: string): Promise<bigint | undefined> {
    for await (const page of this.records()) {
      const found = page.find(({ event }) => event.id === id);
      if (found) return found.position;
    }
    return undefined;
  }

  override async *hashesAfter(position: bigint): AsyncGenerator<readonly EventHash[]> {
    for await (const page of this.records(position))
      yield page.map(({ event, position: at }) => ({ position: at, hash: event.metadata.hash }));
  }

  override async linksOf(stream: string): Promise<readonly StreamLink[]> {
    return linksOf(await this.#recordsOf(stream));
  }

  override async hashesAt(positions: readonly bigint[]): Promise<readonly EventHash[]> {
    return (await this.#log.at(positions)).map(({ event, position }) => ({ position, hash: event.metadata.hash }));
  }

  override async inspect(inspection: Inspection): Promise<InspectionResult> {
    const inspector = new EventStoreDbInspector(inspection);
    for await (const page of this.records()) for (const record of page) inspector.inspect(record);
    return inspector.result;
  }

  /** All events after a position (0: from the first on) as they are stored, in pages. */
  records(after = 0n): AsyncGenerator<readonly EventStoreDbRecord[]> {
    return this.#log.all(after);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#connection.close();
  }

  async #recordsOf(stream: string): Promise<readonly EventStoreDbRecord[]> {
    const events = (await this.#connection.stream(this.#prefix + stream)).filter(isOwn);
    return events.map((event) => ({ event, stream, position: event.position?.commit ?? 0n }));
  }

  /** Returns the position if these events were already written. Otherwise another writer was first: throws. */
  async #positionIfWritten(stream: string, expected: number, events: readonly UnrecordedEvent[]): Promise<bigint> {
    const knownEvent = (await this.stream(stream)).find(({ id }) => id === events.at(-1)?.id);
    if (!knownEvent) throw new VersionConflict(stream, expected);
    return knownEvent.position;
  }

  #arrived({ streamId, revision, metadata }: EventStoreDbRecord['event']): void {
    this.#heads.arrived(streamId.slice(this.#prefix.length), Number(revision) + 1, metadata.hash);
  }

  async #recordHolders(people: readonly string[], stream: string): Promise<void> {
    const newPeople = people.filter((person) => !this.#recordedHolders.has(`${person} ${stream}`));
    if (newPeople.length === 0) return;
    await this.people.recordStream(newPeople, stream);
    if (this.#recordedHolders.size > 100_000) this.#recordedHolders.clear();
    for (const person of newPeople) this.#recordedHolders.add(`${person} ${stream}`);
  }
}
