import type { Facts } from './event.ts';

type Owned<Data> = {
  readonly of: keyof Data & string;
  readonly fields: readonly (keyof Data & string)[];
};

/**
 * Which facts of an event are personal, and whose: `{ LeadPosted: { of: 'clientId', fields: ['description'] } }`; a list
 * where they belong to several people. `of` names the fact with the person's id; the event store encrypts `fields` under
 * that person's key. After the erasure of the key they read as null.
 */
export type PersonalData<E extends Facts = Facts> = {
  readonly [Type in keyof E]?: Owned<E[Type]> | readonly Owned<E[Type]>[];
};
