export { attachment, requireSendable } from './attachment.ts';
export { RemoveAttachments } from './attachments.commands.ts';
export { attachmentsParts } from './attachments.parts.ts';
export { AttachmentsQueries } from './attachments.queries.ts';
export { AttachmentUploads } from './attachments.uploads.ts';
