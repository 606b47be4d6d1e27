import type { Facts } from './event.ts';

/**
 * Which facts of an event are personal, and whose: `{ LeadPosted: { of: 'clientId', fields: ['description'] } }`. `of` names
 * the fact with the person's id; the event store encrypts `fields` under that person's key. After the erasure of the key
 * they read as null.
 */
export type PersonalData<E extends Facts = Facts> = {
  readonly [Type in keyof E]?: {
    readonly of: keyof E[Type] & string;
    readonly fields: readonly (keyof E[Type] & string)[];
  };
};
