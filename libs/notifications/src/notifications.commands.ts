import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { type Notification, notification } from './notification.ts';

/**
 * Notifies a person of something that happened. For reactions: repeated under the reaction's idempotency key, it notifies
 * once. Which channels are used, a mail today, is decided here.
 */
export class Notify extends Command<void> {
  constructor(readonly notification: Notification) {
    super();
  }
}

@CommandHandler(Notify)
export class NotifyHandler implements ICommandHandler<Notify> {
  constructor(
    private readonly store: EventStore,
    private readonly context: Context,
  ) {}

  async execute({ notification: facts }: Notify): Promise<void> {
    await this.store.handle(notification, `notification-${this.context.newId()}`, 'send', facts);
  }
}
