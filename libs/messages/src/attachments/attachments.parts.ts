import type { SubmoduleParts } from '#platform/module';
import { attachment } from './attachment.ts';
import * as commands from './attachments.commands.ts';
import { messageAttachments } from './attachments.projection.ts';
import { AttachmentsQueries } from './attachments.queries.ts';
import { AttachmentReactions } from './attachments.reactions.ts';
import { attachmentRows } from './attachments.rows.ts';

/** The files of messages. */
export const attachmentsParts = {
  aggregates: [attachment],
  projections: [[messageAttachments, attachmentRows]],
  commands: [commands],
  providers: [AttachmentsQueries],
  reactions: [AttachmentReactions],
} satisfies SubmoduleParts;
