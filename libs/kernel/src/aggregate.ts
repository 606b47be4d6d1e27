import type { Actor, Facts, Message } from './event.ts';
import type { PersonalData } from './personal-data.ts';
import type { Upcasts } from './upcast.ts';

/** What a decision is based on, besides the state: the facts, the actor and the time (ISO 8601 UTC). */
export type CommandInput<F> = { readonly facts: Readonly<F>; readonly by: Actor; readonly at: string };

/** How each event changes the state. Pure. Every event needs an entry; a missing one is a compile error. */
export type Evolve<Events extends Facts, State> = {
  readonly [Type in keyof Events]: (state: State, data: Readonly<Events[Type]>) => State;
};

/** Values of a state by name. Amounts are whole cents. */
export type Summary = Readonly<Record<string, string | number | boolean | null>>;

/**
 * A consistency boundary with its rules. Pure: `decide` turns a command into events or refuses with {@link refuse};
 * `evolve` never refuses. Its streams are named `<stream>-<id>`. `upcasts` and `personalData` define how its events are
 * stored. `summary` computes values from the lists and objects of a state: the audit trail shows which of them an event
 * changed, besides the other fields of the state.
 */
export type Aggregate<Commands extends Facts, Events extends Facts, State, Stream extends string = string> = {
  readonly stream: Stream;
  readonly initial: State;
  readonly decide: {
    readonly [Verb in keyof Commands]: (
      state: State,
      input: CommandInput<Commands[Verb]>,
    ) => readonly Message<Events>[];
  };
  readonly evolve: Evolve<Events, State>;
  readonly upcasts?: Upcasts;
  readonly personalData?: PersonalData<Events>;
  readonly summary?: (state: State) => Summary;
};

/**
 * Declares an aggregate: `aggregate<BookingCommands, BookingEvents, Booking, 'booking'>({ stream: 'booking', … })`.
 * Because the stream's name is part of the type, passing an id of another stream is a compile error.
 */
export const aggregate = <Commands extends Facts, Events extends Facts, State, Stream extends string = string>(
  definition: Aggregate<Commands, Events, State, Stream>,
): Aggregate<Commands, Events, State, Stream> => definition;

/** The id in the name of one of the aggregate's streams: the `<id>` in `<stream>-<id>`. */
export const streamId = ({ stream: prefix }: { readonly stream: string }, stream: string): string =>
  stream.slice(prefix.length + 1);

/** Folds these events, starting from the initial state. */
export const replay = <E extends Facts, S>(
  { initial, evolve }: { readonly initial: S; readonly evolve: Evolve<E, S> },
  events: Iterable<Message<E>>,
): S => {
  let state = initial;
  for (const { type, data } of events) state = evolve[type](state, data);
  return state;
};
