export { type Asked, type Decider, replay } from './decider.ts';
export type { Actor, Facts, Message, Nothing, Origin, Recorded, Stamp } from './event.ts';
export { type Cents, isAmount, largestAmount, split } from './money.ts';
export type { PersonalData } from './personal.ts';
export { heardBy, type Projection, project } from './projection.ts';
export { identifiesPerson } from './reason.ts';
export { Refusal, refuse } from './refusal.ts';
export { type Upcasts, upcast, versionOf } from './upcast.ts';
