import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { EventStore } from '#platform/event-store';
import { PictureCopies, type PictureFacts, processUploadedFile, type UploadStatus } from '#platform/images';
import type { Reaction } from '#platform/reactions';
import { Storage } from '#platform/storage';
import { type AttachmentEvents, attachment } from './attachment.ts';
import { DiscardAttachment, PublishAttachment, RefuseAttachment } from './attachments.commands.ts';
import type { AttachmentId } from './contract.ts';

/** How long a file is kept that is not sent, in milliseconds. */
const unsentTime = 86_400_000;

/** The stored files of messages. */
@Injectable()
export class AttachmentReactions {
  constructor(
    private readonly commands: CommandBus,
    private readonly store: EventStore,
    private readonly storage: Storage,
    private readonly copies: PictureCopies,
  ) {}

  readonly publish: Reaction<AttachmentEvents> = {
    name: 'messages.publish-attachment',
    to: 'AttachmentUploaded',
    queue: 'images',
    react: async ({ stream, data: { kind, original, target } }, attempt) => {
      if (kind !== 'picture') return;
      const id = stream as AttachmentId;
      const file = {
        status: () => this.#statusOf(id),
        makeCopies: () => this.copies.make(original, target),
        publish: (facts: PictureFacts) => this.commands.execute(new PublishAttachment(id, facts)),
        refuse: (reason: string) => this.commands.execute(new RefuseAttachment(id, reason)),
        removeFiles: () => this.copies.remove(target),
      };
      await processUploadedFile(file, attempt);
    },
  };

  readonly discardUnsent: Reaction<AttachmentEvents> = {
    name: 'messages.discard-unsent-attachment',
    to: 'AttachmentUploaded',
    queue: 'default',
    delay: unsentTime,
    react: ({ stream }) => this.commands.execute(new DiscardAttachment(stream as AttachmentId)),
  };

  /** Only the copies are shown. The original has metadata, such as where it was taken, and is large. */
  readonly removeOriginal: Reaction<AttachmentEvents> = {
    name: 'messages.remove-attachment-original',
    to: 'AttachmentPublished',
    queue: 'files',
    react: ({ data: { original } }) => this.storage.remove([original]),
  };

  readonly removeRefused: Reaction<AttachmentEvents> = {
    name: 'messages.remove-refused-attachment',
    to: 'AttachmentRefused',
    queue: 'files',
    react: ({ data: { original } }) => this.storage.remove([original]),
  };

  readonly removeFiles: Reaction<AttachmentEvents> = {
    name: 'messages.remove-attachment',
    to: 'AttachmentRemoved',
    queue: 'files',
    react: async ({ data: { original, target } }) => {
      await this.storage.remove([original]);
      await this.copies.remove(target);
    },
  };

  async #statusOf(id: AttachmentId): Promise<UploadStatus> {
    const { status } = (await this.store.load(attachment, id)).state;
    if (status === 'removed' || status === 'none') return 'removed';
    return status === 'processing' ? 'waiting' : 'done';
  }
}
