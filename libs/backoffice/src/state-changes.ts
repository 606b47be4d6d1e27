import type { Recorded } from '#kernel';

/** A field of an aggregate's state that an event changed. The values as text, null if the field had or has none. */
export type StateChange = { readonly name: string; readonly before: string | null; readonly after: string | null };

type Apply = (state: unknown, data: object) => unknown;
type Fields = ReadonlyMap<string, string>;

/**
 * What each event changed in the state of its aggregate, by the event's id. `events` are all events of one stream up to
 * the last one of interest, the oldest first. Events that this release does not know change nothing.
 */
export const stateChanges = (
  { initial, evolve }: { readonly initial: unknown; readonly evolve: object },
  events: readonly Recorded[],
): ReadonlyMap<string, readonly StateChange[]> => {
  const applies = evolve as Readonly<Record<string, Apply | undefined>>;
  let state = initial;
  let fields = fieldsOf(initial);
  return new Map(
    events.map(({ id, type, data, version }) => {
      const earlier = fields;
      state = stateAfter(state, applies[type], data);
      fields = fieldsOf(state);
      const changes = differences(earlier, fields);
      // Before its first event, a stream has no state that anyone could have seen.
      return [id, version === 1 ? changes.map((change) => ({ ...change, before: null })) : changes];
    }),
  );
};

/** The data of an event that was tampered with may fit no state. The event is shown, but changes nothing. */
const stateAfter = (state: unknown, apply: Apply | undefined, data: object): unknown => {
  try {
    return apply?.(state, data) ?? state;
  } catch {
    return state;
  }
};

const differences = (before: Fields, after: Fields): readonly StateChange[] =>
  [...new Set([...after.keys(), ...before.keys()])]
    .filter((name) => before.get(name) !== after.get(name))
    .map((name) => ({ name, before: before.get(name) ?? null, after: after.get(name) ?? null }));

/** The fields of a state that have a value, and those of the objects in it, as `due.deposit`. Lists are left out. */
const fieldsOf = (state: unknown): Fields =>
  new Map(
    Object.entries(Object(state)).flatMap(([name, value]) =>
      isObject(value)
        ? Object.entries(value).flatMap(([part, partValue]) => fieldOf(`${name}.${part}`, partValue))
        : fieldOf(name, value),
    ),
  );

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const fieldOf = (name: string, value: unknown): readonly (readonly [string, string])[] =>
  value === undefined || value === '' || typeof value === 'object' ? [] : [[name, String(value)]];
