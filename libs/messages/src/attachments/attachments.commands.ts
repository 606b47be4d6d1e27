import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#platform/event-store';
import type { PictureFacts } from '#platform/images';
import { message } from '../message.ts';
import { type AttachmentCommands, attachment } from './attachment.ts';
import { AttachmentsQueries } from './attachments.queries.ts';
import type { AttachmentId } from './contract.ts';

/** Makes an uploaded file one that its person can send. Idempotent. Refuses like sending a message. */
export class AddAttachment extends Command<void> {
  constructor(
    readonly attachmentId: AttachmentId,
    readonly file: AttachmentCommands['add'],
  ) {
    super();
  }
}

@CommandHandler(AddAttachment)
export class AddAttachmentHandler implements ICommandHandler<AddAttachment> {
  constructor(private readonly store: EventStore) {}

  async execute({ attachmentId, file }: AddAttachment): Promise<void> {
    await this.store.handle(attachment, attachmentId, 'add', file);
  }
}

/** Shows a picture whose copies are stored, unless it was removed meanwhile. Idempotent. */
export class PublishAttachment extends Command<void> {
  constructor(
    readonly attachmentId: AttachmentId,
    readonly facts: PictureFacts,
  ) {
    super();
  }
}

@CommandHandler(PublishAttachment)
export class PublishAttachmentHandler implements ICommandHandler<PublishAttachment> {
  constructor(private readonly store: EventStore) {}

  async execute({ attachmentId, facts }: PublishAttachment): Promise<void> {
    await this.store.handle(attachment, attachmentId, 'publish', facts);
  }
}

/** Records that a file cannot be used; `reason` is a sentence for those who see the message. Idempotent. */
export class RefuseAttachment extends Command<void> {
  constructor(
    readonly attachmentId: AttachmentId,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(RefuseAttachment)
export class RefuseAttachmentHandler implements ICommandHandler<RefuseAttachment> {
  constructor(private readonly store: EventStore) {}

  async execute({ attachmentId, reason }: RefuseAttachment): Promise<void> {
    await this.store.handle(attachment, attachmentId, 'refuse', { reason });
  }
}

/** Removes a file that was not sent, or whose message was never written. Idempotent. */
export class DiscardAttachment extends Command<void> {
  constructor(readonly attachmentId: AttachmentId) {
    super();
  }
}

@CommandHandler(DiscardAttachment)
export class DiscardAttachmentHandler implements ICommandHandler<DiscardAttachment> {
  constructor(private readonly store: EventStore) {}

  async execute({ attachmentId }: DiscardAttachment): Promise<void> {
    const found = await this.store.load(attachment, attachmentId);
    const { messageId } = found.state;
    const messageExists = messageId !== null && (await this.store.load(message, messageId)).state.sent;
    await this.store.handle(attachment, found, 'discard', { messageExists });
  }
}

/** Removes all files of a former member, also for those to whom they were sent. Idempotent. */
export class RemoveAttachments extends Command<void> {
  constructor(readonly personId: string) {
    super();
  }
}

@CommandHandler(RemoveAttachments)
export class RemoveAttachmentsHandler implements ICommandHandler<RemoveAttachments> {
  constructor(
    private readonly store: EventStore,
    private readonly attachments: AttachmentsQueries,
  ) {}

  async execute({ personId }: RemoveAttachments): Promise<void> {
    for (const id of await this.attachments.idsOf(personId)) await this.store.handle(attachment, id, 'remove', {});
  }
}
