import { z } from 'zod';

export const attachmentId = z.templateLiteral(['attachment-', z.uuid()], 'This file does not exist');

export type AttachmentId = z.infer<typeof attachmentId>;

/** The `purpose` of the upload of a file for a message. Its `targetId` is the conversation. */
export const attachmentPurpose = 'attachment';

/** How many files one message can have. */
export const maxAttachments = 10;

/**
 * A file of a message. `size` in bytes as it was uploaded. Width and height in pixels, the thumbhash in base64, and the
 * URLs, which are valid for an hour, are null unless it is a picture that is ready. `previewUrl` is for the
 * conversation, `largeUrl` for the whole screen. `reason` says why a file was refused.
 */
export const messageAttachment = z.object({
  id: attachmentId,
  fileName: z.string(),
  kind: z.enum(['picture', 'pdf']),
  size: z.int(),
  status: z.enum(['processing', 'ready', 'refused']),
  reason: z.string().nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  thumbhash: z.string().nullable(),
  previewUrl: z.string().nullable(),
  largeUrl: z.string().nullable(),
});
export type MessageAttachment = z.infer<typeof messageAttachment>;

/**
 * The response to `POST /api/v1/threads/{id}/attachments/{attachmentId}/url`. The URL is valid until `expiresAt`, for a
 * minute.
 */
export const attachmentUrl = z.object({ url: z.string(), expiresAt: z.iso.datetime() });
export type AttachmentUrl = z.infer<typeof attachmentUrl>;
