import { Injectable } from '@nestjs/common';
import type { Caller } from '#identity';
import type { Recorded } from '#kernel';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { Modules } from '#platform/module';
import { PersonalDataKeys } from '#platform/personal-data';

type Part = readonly [name: string, read: () => Promise<unknown>];
type Sealed = { readonly of?: unknown; readonly sealed?: unknown };

/** Everything the product holds about one person, as one JSON object that is streamed. */
@Injectable()
export class AccountArchive {
  constructor(
    private readonly context: Context,
    private readonly store: EventStore,
    private readonly keys: PersonalDataKeys,
    private readonly modules: Modules,
  ) {}

  async *of(caller: Caller): AsyncGenerator<string> {
    const { origin } = this.context;
    // The generator is resumed by the response stream, outside the request's context.
    const within = <T>(read: () => Promise<T>): Promise<T> => this.context.run(origin, read);
    yield `{"exportedAt":${JSON.stringify(new Date().toISOString())}`;
    for (const [name, read] of this.#parts(caller))
      yield `,\n${JSON.stringify(name)}:${JSON.stringify(await within(read))}`;
    yield ',\n"events":[';
    let separator = '\n';
    for (const stream of await within(() => this.#streamsOf(caller.userId)))
      for (const event of await within(() => this.#eventsOf(stream, caller.userId))) {
        yield separator + JSON.stringify(event);
        separator = ',\n';
      }
    yield '\n]}\n';
  }

  #parts(caller: Caller): readonly Part[] {
    return this.modules.all.flatMap(({ definition, queries }) =>
      Object.entries(definition.personalData?.export ?? {}).map(
        ([name, read]): Part => [name, () => read(caller, queries)],
      ),
    );
  }

  async #streamsOf(person: string): Promise<readonly string[]> {
    return [...new Set([`user-${person}`, ...(await this.keys.streamsOf(person))])];
  }

  /** What this person did there, and what it says of them; never what it says of others. */
  async #eventsOf(stream: string, person: string) {
    const [events, sealed] = await Promise.all([this.store.read(stream), this.store.readSealed(stream)]);
    const written = new Map(sealed.map((event) => [event.id, event.data]));
    return events.flatMap((event) => {
      const holders = holdersIn(written.get(event.id) ?? {});
      if (event.by.id !== person && ![...holders.values()].includes(person)) return [];
      return [shown(event, (fact) => (holders.get(fact) ?? person) === person)];
    });
  }
}

const shown = ({ stream, type, at, by, data }: Recorded, own: (fact: string) => boolean) => ({
  stream,
  type,
  at,
  by: by.kind,
  data: Object.fromEntries(Object.entries(data).filter(([fact]) => own(fact))),
});

/** Which of the stored facts are personal, and whose. */
const holdersIn = (data: object): ReadonlyMap<string, unknown> =>
  new Map(
    Object.entries(data as Record<string, Sealed | null>).flatMap(([fact, value]) =>
      value && typeof value === 'object' && 'sealed' in value ? [[fact, value.of]] : [],
    ),
  );
