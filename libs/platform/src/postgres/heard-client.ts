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

/**
 * For those who begin to hear a connection once it is made: one that is lost just then was never made. `pg` would take it
 * for good, and its loss for something nobody heard.
 */
export class SureClient extends HeardClient {
  override async connect(): Promise<Client> {
    let lost: Error | undefined;
    this.once('error', (error) => {
      lost = error;
    });
    await super.connect();
    if (lost) throw lost;
    return this;
  }
}
