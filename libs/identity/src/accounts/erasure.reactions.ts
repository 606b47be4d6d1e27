import { Injectable } from '@nestjs/common';
import { erasureRecheckDelay, type Reaction } from '#platform/reactions';
import type { UserEvents } from '../users/index.ts';
import { PersonErasure } from './person.erasure.ts';
import { Participation } from './person.participation.ts';

/**
 * The one process that completes an erasure, for all modules. Each step is idempotent and fails until it has verified
 * that nothing is left; the queue then retries it.
 */
@Injectable()
export class ErasureReactions {
  constructor(
    private readonly erasure: PersonErasure,
    private readonly participation: Participation,
  ) {}

  /** Runs at once, so that other users soon see that the person has left. */
  readonly endParticipation: Reaction<UserEvents> = {
    name: 'identity.end-participation',
    to: 'PersonErased',
    queue: 'erasure',
    react: ({ data: { personId } }) => this.participation.end(personId),
  };

  /**
   * Repeats every step when requests that were running during the erasure have ended: finds what they wrote, and
   * completes an erasure whose process died.
   */
  readonly finishErasure: Reaction<UserEvents> = {
    name: 'identity.finish-erasure',
    to: 'PersonErased',
    queue: 'erasure',
    delay: erasureRecheckDelay,
    catchUp: true,
    react: async ({ data: { personId } }) => {
      await this.erasure.erase(personId);
      await this.participation.end(personId);
      await this.erasure.requireErased(personId);
    },
  };
}
