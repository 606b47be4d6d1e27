import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { refuse } from '#kernel';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { type OwnPicture, OwnPictureUploads, pictureExtension } from '#platform/images';
import { Projector } from '#platform/projections';
import { Storage } from '#platform/storage';
import type { Upload } from '#platform/uploads';
import { requireWritable } from '../conversation.ts';
import { Conversations } from '../conversations.queries.ts';
import { AddAttachment } from './attachments.commands.ts';
import { AttachmentsQueries } from './attachments.queries.ts';
import { attachmentPurpose } from './contract.ts';

/** The first bytes of every PDF. */
const pdfSignature = '%PDF-';

/** Pictures and PDFs that a party of a conversation uploads for a message. The upload's id becomes the file's. */
@Injectable()
export class AttachmentUploads extends OwnPictureUploads {
  override readonly name = attachmentPurpose;

  constructor(
    private readonly store: EventStore,
    private readonly storage: Storage,
    private readonly context: Context,
    private readonly commands: CommandBus,
    private readonly projector: Projector,
    private readonly attachments: AttachmentsQueries,
    private readonly conversations: Conversations,
  ) {
    super();
  }

  override async referenced(paths: readonly string[]): Promise<readonly string[]> {
    await this.projector.requireCaughtUp('message_attachments', await this.store.head());
    return super.referenced(paths);
  }

  protected override picturesOf(person: string): Promise<readonly OwnPicture[]> {
    return this.attachments.picturesOf(person);
  }

  override async requireAllowed(upload: Upload): Promise<void> {
    requireWritable(await this.conversations.byId(threadOf(upload)), this.context.origin.by);
    this.pathOf(upload);
  }

  override pathOf(upload: Upload): string {
    const extension = isPdf(upload) ? 'pdf' : pictureExtension(upload, 'Only photos and PDFs can be attached.');
    return `${pathOf(upload)}.${extension}`;
  }

  override async accept(upload: Upload, original: string): Promise<void> {
    const { id, person, fileName, size } = upload;
    if (isPdf(upload)) await this.#requirePdf(original);
    const threadId = threadOf(upload);
    const file = {
      fileName,
      kind: isPdf(upload) ? 'pdf' : 'picture',
      size,
      original,
      target: `${pathOf(upload)}-shown`,
      threadId,
      personId: person,
      conversation: await this.conversations.byId(threadId),
    } as const;
    await this.commands.execute(new AddAttachment(`attachment-${id}`, file));
  }

  async #requirePdf(path: string): Promise<void> {
    const start = await this.storage.firstBytes(path, pdfSignature.length);
    if (start.toString('latin1') !== pdfSignature) refuse('attachment-type-unsupported', 'This file is not a PDF.');
  }
}

const threadOf = ({ targetId }: Upload): `thread-${string}` =>
  targetId?.startsWith('thread-')
    ? (targetId as `thread-${string}`)
    : refuse('thread-not-found', 'This conversation does not exist');

const pathOf = ({ person, id }: Upload): string => `private/${person}/${attachmentPurpose}-${id}`;

const isPdf = ({ contentType, fileName }: Upload): boolean =>
  contentType === 'application/pdf' || (contentType === '' && /\.pdf$/i.test(fileName));
