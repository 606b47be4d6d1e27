import type { Recorded, Summary } from '#kernel';

/** A field of an aggregate's state that an event changed. The values as text, null if the field had or has none. */
export type StateChange = { readonly name: string; readonly before: string | null; readonly after: string | null };

type Apply = (state: unknown, data: object) => unknown;
/** An aggregate without its type parameters. */
type Folded = {
  readonly initial: unknown;
  readonly evolve: object;
  readonly summary?: (state: never) => Summary;
};
type Fields = ReadonlyMap<string, string>;

/**
 * What these events changed in the state of their aggregate, by the event's id. `events` are all events of one stream
 * up to the last one of interest, the oldest first; `shown` are the ids of those of interest. Events that this release
 * does not know change nothing.
 */
export const stateChanges = (
  aggregate: Folded,
  events: readonly Recorded[],
  shown: ReadonlySet<string>,
): ReadonlyMap<string, readonly StateChange[]> => {
  const applies = aggregate.evolve as Readonly<Record<string, Apply | undefined>>;
  const changes = new Map<string, readonly StateChange[]>();
  let state = aggregate.initial;
  for (const { id, type, data, version } of events) {
    const earlier = state;
    state = stateAfter(earlier, applies[type], data);
    if (shown.has(id)) {
      const found = differences(fieldsOf(aggregate, earlier), fieldsOf(aggregate, state));
      // Before its first event, a stream has no state that anyone could have seen.
      changes.set(id, version === 1 ? found.map((change) => ({ ...change, before: null })) : found);
    }
  }
  return changes;
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

/**
 * The fields of a state that have a value, those of the objects in it, as `due.deposit`, and those of its summary. Lists
 * are left out.
 */
const fieldsOf = ({ summary }: Folded, state: unknown): Fields => {
  const ofState = Object.entries(Object(state)).flatMap(([name, value]) =>
    isObject(value)
      ? Object.entries(value).flatMap(([part, partValue]) => fieldOf(`${name}.${part}`, partValue))
      : fieldOf(name, value),
  );
  const ofSummary = Object.entries(summary?.(state as never) ?? {}).flatMap(([name, value]) => fieldOf(name, value));
  return new Map([...ofState, ...ofSummary]);
};

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const fieldOf = (name: string, value: unknown): readonly (readonly [string, string])[] =>
  value === undefined || value === '' || typeof value === 'object' ? [] : [[name, String(value)]];
