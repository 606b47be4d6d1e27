import { Injectable } from '@nestjs/common';
import type { Reaction } from '#platform';
import type { UserEvents } from '../user.ts';
import { PersonErasure } from './person.erasure.ts';

/** What a process that used the person's key at that very moment left is there a little later, in milliseconds. */
const afterwards = 10_000;
/** A rebuild of a read table, for example, may be in the way for a while. */
const attempts = 13;

@Injectable()
export class ErasureReactions {
  constructor(private readonly erasure: PersonErasure) {}

  /** Looks a second time, and finishes what a process that died had begun. */
  readonly finishErasure: Reaction<UserEvents> = {
    name: 'identity.finish-erasure',
    to: 'PersonErased',
    delay: afterwards,
    attempts,
    react: ({ data: { personId } }) => this.erasure.forget(personId),
  };
}
