import { Injectable } from '@nestjs/common';
import type { Recorded } from '#kernel';
import { type Audience, Modules, type SocketMessage } from '#platform/module';

/** Who is notified of an event, and with which messages. */
export type Notification = Audience & { readonly messages: readonly SocketMessage[] };

/** Finds an event's audience in the definition of its module. Events without a subscription notify no one. */
@Injectable()
export class Audiences {
  constructor(private readonly modules: Modules) {}

  async of(event: Recorded): Promise<Notification | undefined> {
    const [found] = this.modules.all.flatMap(({ definition, queries }) =>
      definition.subscribers
        .filter(({ aggregate }) => event.type in aggregate.evolve)
        .map((subscription) => ({ subscription, queries })),
    );
    if (!found) return undefined;
    const { topic, audience, message } = found.subscription;
    const notified = await audience(event, found.queries);
    const body = { topic, id: notified.id ?? event.stream, position: String(event.position) };
    const changedMessage = { name: 'changed', body };
    const moduleMessage = message?.(event, found.queries);
    return {
      ...notified,
      messages: moduleMessage ? [moduleMessage, changedMessage] : [changedMessage],
    };
  }
}
