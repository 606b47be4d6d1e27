import type { Context } from '#platform/context';
import type { PersonalDataKeys } from '#platform/personal-data';
import { EventStore } from './event-store.ts';
import { VersionConflict } from './log-errors.ts';
import type { Stored, Unplaced } from './stored-event.ts';

/** For tests: the log is gone with the process. */
export class MemoryEventStore extends EventStore {
  readonly #log: Stored[] = [];

  constructor(
    context: Context,
    private readonly people: PersonalDataKeys,
  ) {
    super(context, people);
  }

  protected override async write(
    stream: string,
    expected: number,
    events: readonly Unplaced[],
    people: readonly string[],
  ): Promise<bigint> {
    await this.people.remember(people, stream);
    const own = this.#log.filter((event) => event.stream === stream);
    const known = own.find(({ id }) => id === events.at(-1)?.id);
    if (known) return known.position;
    if (own.length !== expected) throw new VersionConflict(stream, expected);
    const recordedAt = new Date().toISOString();
    for (const event of events) this.#log.push({ ...event, recordedAt, position: BigInt(this.#log.length + 1) });
    return BigInt(this.#log.length);
  }

  protected override async stream(stream: string): Promise<readonly Stored[]> {
    return this.#log.filter((event) => event.stream === stream);
  }

  protected override async log(after: bigint, limit: number): Promise<readonly Stored[]> {
    return this.#log.slice(Number(after), Number(after) + limit);
  }

  /** All that is stored, as text. */
  dump(): string {
    return this.#log.map(({ position, ...event }) => `${position} ${JSON.stringify(event)}`).join('\n');
  }

  override async head(): Promise<bigint> {
    return BigInt(this.#log.length);
  }
}
