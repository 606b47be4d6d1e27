import { Client } from 'pg';

/**
 * A pool's connection that is lost while somebody holds it, between two statements, fails the next of them. `pg` also
 * reports the loss as an event, which would end the process if nobody heard it.
 */
export class HeardClient extends Client {
  constructor(config?: ConstructorParameters<typeof Client>[0]) {
    super(config);
    this.on('error', () => undefined);
  }
}
