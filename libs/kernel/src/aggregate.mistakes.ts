import { type Aggregate, aggregate, type Nothing, type Projection } from '#kernel';
import { given } from '#kernel/testing';

type Commands = { open: { name: string }; close: Nothing };
type Events = { Opened: { name: string }; Closed: Nothing };
type Door = Aggregate<Commands, Events, boolean, 'door'>;

const stream = 'door';
const decide: Door['decide'] = {
  open: (_, { facts }) => [{ type: 'Opened', data: facts }],
  close: () => [{ type: 'Closed', data: {} }],
};
const evolve: Door['evolve'] = { Opened: () => true, Closed: () => false };
const door = aggregate<Commands, Events, boolean, 'door'>({ stream, initial: false, decide, evolve });

/** Only compiled, never run: if one of these mistakes compiles, tsc reports its `@ts-expect-error` as unused. */
export const mistakes = () => [
  // @ts-expect-error a command is missing
  { stream, initial: false, evolve, decide: { open: decide.open } } satisfies Door,
  // @ts-expect-error an event is missing
  { stream, initial: false, decide, evolve: { Opened: () => true } } satisfies Door,
  // @ts-expect-error the stream is missing
  { initial: false, decide, evolve } satisfies Door,
  // @ts-expect-error the stream's name differs from its type
  aggregate<Commands, Events, boolean, 'door'>({ stream: 'window', initial: false, decide, evolve }),
  // @ts-expect-error an event is misspelt in evolve
  { Opened: () => true, Closed: () => false, Opend: () => true } satisfies Door['evolve'],
  // @ts-expect-error an event is misspelt in a decision
  { ...decide, close: () => [{ type: 'Closd', data: {} }] } satisfies Door['decide'],
  // @ts-expect-error a fact is missing
  { ...decide, open: () => [{ type: 'Opened', data: {} }] } satisfies Door['decide'],
  // @ts-expect-error a fact that the event does not have
  { ...decide, close: () => [{ type: 'Closed', data: { name: 'north' } }] } satisfies Door['decide'],
  // @ts-expect-error a decision is synchronous
  { ...decide, close: async () => [] } satisfies Door['decide'],
  // @ts-expect-error an event is misspelt in a projection
  { Opend: () => ({}) } satisfies Projection<Events, object>['insert'],
  // @ts-expect-error a personal field that the event does not have
  { ...door, personalData: { Opened: { of: 'name', fields: ['nam'] } } } satisfies Door,
  // @ts-expect-error a verb is misspelt
  given(door).when('opn', {}, { id: 'ann', kind: 'user', role: 'client' }),
  // @ts-expect-error the facts of a verb are missing
  given(door).when('open', {}, { id: 'ann', kind: 'user', role: 'client' }),
  // @ts-expect-error the actor is missing
  given(door).when('open', { name: 'north' }),
];
