import type { Facts } from './event.ts';

type Owned<Data> = {
  readonly of: (keyof Data & string) | readonly (keyof Data & string)[];
  readonly fields: readonly (keyof Data & string)[];
};

/**
 * Which fields of an event are personal data, and of which person: `{ LeadPosted: { of: 'clientId', fields:
 * ['description'] } }`, or a list if they belong to several people. `of` names the field with the person's id. The
 * event store encrypts `fields` with that person's key. After erasure of the key they are read as null. If `of` is a
 * list, such as what one person wrote about another, the fields are encrypted with the keys of all of them, so that the
 * erasure of any of them suffices; an export contains them for the first.
 */
export type PersonalData<E extends Facts = Facts> = {
  readonly [Type in keyof E]?: Owned<E[Type]> | readonly Owned<E[Type]>[];
};
