import { Injectable } from '@nestjs/common';
import { erasureRecheckDelay, type Reaction } from '#platform/reactions';
import type { UserEvents } from '../users/index.ts';
import { PersonErasure } from './person.erasure.ts';

@Injectable()
export class ErasureReactions {
  constructor(private readonly erasure: PersonErasure) {}

  /** Looks a second time, and finishes what a process that died had begun. */
  readonly finishErasure: Reaction<UserEvents> = {
    name: 'identity.finish-erasure',
    to: 'PersonErased',
    queue: 'erasure',
    delay: erasureRecheckDelay,
    react: ({ data: { personId } }) => this.erasure.forget(personId),
  };
}
