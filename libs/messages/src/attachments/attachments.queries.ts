import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { refuse } from '#kernel';
import type { OwnPicture } from '#platform/images';
import { type CopyWidth, copyPath, SignedUrls } from '#platform/storage';
import { type AttachmentRow, attachmentRows } from './attachments.rows.ts';
import type { AttachmentId, AttachmentUrl, MessageAttachment } from './contract.ts';

const oldestFirst = { createdAt: 'asc', id: 'asc' } as const;

@Injectable()
export class AttachmentsQueries {
  constructor(
    private readonly em: EntityManager,
    private readonly urls: SignedUrls,
  ) {}

  /** The files of these messages by message id, for a party of their conversations. */
  async ofMessages(messageIds: readonly string[], viewer: string): Promise<ReadonlyMap<string, MessageAttachment[]>> {
    const rows = await this.em.find(attachmentRows, { messageId: { $in: [...messageIds] } }, { orderBy: oldestFirst });
    const byMessage = Map.groupBy(rows, ({ messageId }) => messageId ?? '');
    return new Map([...byMessage].map(([id, files]) => [id, files.map((row) => this.#shown(row, viewer))]));
  }

  /**
   * A URL under which a party of the conversation can download a file. Refuses `attachment-not-found`, also for a file
   * that the other party has not sent, and `attachment-not-ready`.
   */
  async download(threadId: string, id: string, viewer: string): Promise<AttachmentUrl> {
    const row = await this.em.findOne(attachmentRows, { id, threadId });
    if (!row || (row.messageId === null && row.personId !== viewer))
      refuse('attachment-not-found', 'This file does not exist');
    if (row.status !== 'ready') refuse('attachment-not-ready', 'This file can’t be downloaded');
    const { fileName, kind, original, target } = row;
    const [path, extension] = kind === 'pdf' ? [original, 'pdf'] : [`${target}.jpg`, 'jpg'];
    const name = `${(fileName ?? 'file').replace(/\.[^.]*$/, '') || 'file'}.${extension}`;
    return this.urls.sign({ path, person: viewer, download: name });
  }

  /** The ids of the files that a person has uploaded, unless they were removed. */
  async idsOf(personId: string): Promise<readonly AttachmentId[]> {
    const rows = await this.em.find(attachmentRows, { personId }, { fields: ['id'] });
    return rows.map(({ id }) => id as AttachmentId);
  }

  /** The stored files of a person. */
  async picturesOf(personId: string): Promise<readonly OwnPicture[]> {
    const rows = await this.em.find(attachmentRows, { personId });
    return rows.map(({ kind, status, original, target }) => ({
      ...((kind === 'pdf' || status === 'processing') && { original }),
      ...(kind === 'picture' && status !== 'refused' && { target }),
    }));
  }

  /** What a person has uploaded, oldest first. */
  async uploadedBy(personId: string) {
    const rows = await this.em.find(attachmentRows, { personId }, { orderBy: oldestFirst });
    return rows.map(({ id, threadId, messageId, fileName, size, createdAt }) => ({
      id,
      threadId,
      messageId: messageId ?? null,
      fileName: fileName ?? null,
      size,
      createdAt,
    }));
  }

  #shown(row: AttachmentRow, viewer: string): MessageAttachment {
    const { id, fileName, kind, size, status, reason, width, height, thumbhash, target } = row;
    const urlOf = (copy: CopyWidth) =>
      kind === 'picture' && status === 'ready'
        ? this.urls.sign({ path: copyPath(target, copy), person: viewer }).url
        : null;
    return {
      id: id as AttachmentId,
      fileName: fileName ?? 'file',
      kind,
      size,
      status,
      reason: reason ?? null,
      width: width ?? null,
      height: height ?? null,
      thumbhash: thumbhash ?? null,
      previewUrl: urlOf(720),
      largeUrl: urlOf(1440),
    };
  }
}
