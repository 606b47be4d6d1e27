import { Injectable } from '@nestjs/common';
import { erasureRecheckDelay, type Reaction } from '#platform/reactions';
import type { UserEvents } from '../users/index.ts';
import { PersonErasure } from './person.erasure.ts';

@Injectable()
export class ErasureReactions {
  constructor(private readonly erasure: PersonErasure) {}

  /** Repeats the erasure after a delay, to finish one that was interrupted because its process died. */
  readonly finishErasure: Reaction<UserEvents> = {
    name: 'identity.finish-erasure',
    to: 'PersonErased',
    queue: 'erasure',
    delay: erasureRecheckDelay,
    react: ({ data: { personId } }) => this.erasure.forget(personId),
  };
}
