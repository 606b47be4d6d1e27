import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { Caller } from '#identity';
import type { Recorded } from '#kernel';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { Modules } from '#platform/module';
import { PersonalDataKeys } from '#platform/personal-data';

type Part = readonly [name: string, read: () => Promise<unknown>];
type SealedField = { readonly of?: unknown; readonly sealed?: unknown };

/** Besides these, the archive has one field for each part that a module adds. */
export const accountArchive = z.looseObject({
  exportedAt: z.iso.datetime(),
  events: z.array(
    z.object({
      stream: z.string(),
      type: z.string(),
      at: z.iso.datetime(),
      by: z.string(),
      data: z.record(z.string(), z.unknown()),
    }),
  ),
});

/** Everything the product stores about one person, as one JSON object that is streamed. */
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
    const inContext = <T>(read: () => Promise<T>): Promise<T> => this.context.run(origin, read);
    yield `{"exportedAt":${JSON.stringify(new Date().toISOString())}`;
    for (const [name, read] of this.#parts(caller))
      yield `,\n${JSON.stringify(name)}:${JSON.stringify(await inContext(read))}`;
    yield ',\n"events":[';
    let separator = '\n';
    for (const stream of await inContext(() => this.#streamsOf(caller.userId)))
      for (const event of await inContext(() => this.#eventsOf(stream, caller.userId))) {
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

  /** The stream's events that this person caused or that concern them, without the personal data of other people. */
  async #eventsOf(stream: string, person: string) {
    const [events, sealed] = await Promise.all([this.store.read(stream), this.store.readSealed(stream)]);
    const sealedData = new Map(sealed.map((event) => [event.id, event.data]));
    return events.flatMap((event) => {
      const owners = ownersOf(sealedData.get(event.id) ?? {});
      if (event.by.id !== person && ![...owners.values()].includes(person)) return [];
      return [withOwnData(event, (field) => (owners.get(field) ?? person) === person)];
    });
  }
}

const withOwnData = ({ stream, type, at, by, data }: Recorded, isOwn: (field: string) => boolean) => ({
  stream,
  type,
  at,
  by: by.kind,
  data: Object.fromEntries(Object.entries(data).filter(([field]) => isOwn(field))),
});

/**
 * The personal fields of stored event data, each with the id of the person it belongs to: the first if they are
 * several.
 */
const ownersOf = (data: object): ReadonlyMap<string, unknown> =>
  new Map(
    Object.entries(data as Record<string, SealedField | null>).flatMap(([field, value]) =>
      value && typeof value === 'object' && 'sealed' in value ? [[field, [value.of].flat()[0]]] : [],
    ),
  );
