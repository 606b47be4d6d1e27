import type { Decider, Nothing, Projection } from '#kernel';
import { given } from '#kernel/testing';

type Commands = { open: { name: string }; close: Nothing };
type Events = { Opened: { name: string }; Closed: Nothing };
type Door = Decider<Commands, Events, boolean>;

const decide: Door['decide'] = {
  open: (_, { facts }) => [{ type: 'Opened', data: facts }],
  close: () => [{ type: 'Closed', data: {} }],
};
const evolve: Door['evolve'] = { Opened: () => true, Closed: () => false };
const door: Door = { initial: false, decide, evolve };

/** Never run: tsc complains here as soon as one of these mistakes compiles. */
export const mistakes = () => [
  // @ts-expect-error a command is forgotten
  { initial: false, evolve, decide: { open: decide.open } } satisfies Door,
  // @ts-expect-error an event is forgotten
  { initial: false, decide, evolve: { Opened: () => true } } satisfies Door,
  // @ts-expect-error an event is misspelt in evolve
  { Opened: () => true, Closed: () => false, Opend: () => true } satisfies Door['evolve'],
  // @ts-expect-error an event is misspelt in a decision
  { ...decide, close: () => [{ type: 'Closd', data: {} }] } satisfies Door['decide'],
  // @ts-expect-error a fact is forgotten
  { ...decide, open: () => [{ type: 'Opened', data: {} }] } satisfies Door['decide'],
  // @ts-expect-error a fact too many
  { ...decide, close: () => [{ type: 'Closed', data: { name: 'north' } }] } satisfies Door['decide'],
  // @ts-expect-error a rule cannot wait
  { ...decide, close: async () => [] } satisfies Door['decide'],
  // @ts-expect-error an event is misspelt in a projection
  { Opend: () => ({}) } satisfies Projection<Events, object>['insert'],
  // @ts-expect-error a verb is misspelt
  given(door).when('opn', {}, { id: 'ann', kind: 'user', role: 'client' }),
  // @ts-expect-error a verb lacks its facts
  given(door).when('open', {}, { id: 'ann', kind: 'user', role: 'client' }),
  // @ts-expect-error nobody asked
  given(door).when('open', { name: 'north' }),
];
