import { z } from 'zod';
import { attachmentId, maxAttachments, messageAttachment } from './attachments/contract.ts';

export {
  type AttachmentUrl,
  attachmentId,
  attachmentPurpose,
  attachmentUrl,
  type MessageAttachment,
  maxAttachments,
  messageAttachment,
} from './attachments/contract.ts';

export const threadId = z.templateLiteral(['thread-', z.uuid()]);

/** The maximum number of characters of a message. */
export const maxMessageLength = 4_000;

/** `POST /api/v1/threads`. A client names the professional who has unlocked the lead. */
export const threadSubject = z
  .strictObject({
    bookingId: z.templateLiteral(['booking-', z.uuid()]).optional(),
    leadId: z.templateLiteral(['lead-', z.uuid()]).optional(),
    professionalId: z.uuid().optional(),
  })
  .refine(({ bookingId, leadId }) => (bookingId === undefined) !== (leadId === undefined), {
    message: 'Name a booking or a lead',
    path: ['bookingId'],
  });
export type ThreadSubject = z.infer<typeof threadSubject>;

/** The response to `POST /api/v1/threads`. */
export const openedThread = z.object({ id: threadId, position: z.string() });
export type OpenedThread = z.infer<typeof openedThread>;

/** `POST /api/v1/threads/{id}/messages`. With files, the text may be empty. */
export const newMessage = z
  .object({
    text: z
      .string()
      .trim()
      .max(maxMessageLength, `A message can have at most ${maxMessageLength.toLocaleString('en-US')} characters`),
    attachmentIds: z
      .array(attachmentId)
      .max(maxAttachments, `A message can have at most ${maxAttachments} files`)
      .optional(),
  })
  .refine(({ text, attachmentIds = [] }) => text !== '' || attachmentIds.length > 0, {
    path: ['text'],
    message: 'Write a message',
  });
export type NewMessage = z.infer<typeof newMessage>;

/** The response to `POST /api/v1/threads/{id}/messages`. `position` is that of its event in the event log. */
export const sentMessage = z.object({ id: z.string(), position: z.string() });
export type SentMessage = z.infer<typeof sentMessage>;

/** A message as one of the two parties sees it. `text` is null after its author has closed their account. */
export const message = z.object({
  id: z.string(),
  text: z.string().nullable(),
  attachments: z.array(messageAttachment),
  isMine: z.boolean(),
  createdAt: z.iso.datetime(),
  position: z.int(),
});
export type Message = z.infer<typeof message>;

/** `GET /api/v1/threads/{id}/messages`: the newest first. */
export const messagesPage = z.object({ items: z.array(message), nextCursor: z.string().nullable() });
export type MessagesPage = z.infer<typeof messagesPage>;

/**
 * A conversation as one of its parties sees it. `title` says which event it is about. `blocked` says which party has
 * blocked it; `partyLeft` whether the other one has closed their account.
 */
export const thread = z.object({
  id: threadId,
  title: z.string(),
  eventDate: z.iso.date().nullable(),
  bookingId: z.string().nullable(),
  leadId: z.string().nullable(),
  other: z.object({ id: z.uuid(), displayName: z.string(), avatarUrl: z.string().nullable() }),
  lastMessage: message.nullable(),
  unread: z.int(),
  blocked: z.enum(['by-you', 'by-other']).nullable(),
  partyLeft: z.boolean(),
});
export type Thread = z.infer<typeof thread>;

/** `GET /api/v1/threads`: conversations with at least one message. `unread` counts the messages of all of them. */
export const threadsPage = z.object({ items: z.array(thread), nextCursor: z.string().nullable(), unread: z.int() });
export type ThreadsPage = z.infer<typeof threadsPage>;

/** `GET /api/v1/threads` and `GET /api/v1/threads/{id}/messages` */
export const messagePaging = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(30),
  cursor: z.string().max(200).optional(),
});
export type MessagePaging = z.infer<typeof messagePaging>;

/** `POST /api/v1/threads/{id}/read`: all messages up to this position have been read. */
export const readMessages = z.object({ upTo: z.int().min(0) });
export type ReadMessages = z.infer<typeof readMessages>;

/** `POST /api/v1/threads/{id}/report` */
export const threadReport = z.object({
  reason: z
    .string()
    .trim()
    .min(5, 'Describe the problem in at least 5 characters')
    .max(1_000, 'Use at most 1,000 characters'),
});
export type ThreadReport = z.infer<typeof threadReport>;

/** A report of a conversation: the conversation, and the number of the report. */
export const threadReportId = z.templateLiteral([threadId, ':', z.int().positive()]);

/**
 * A report of a conversation, as staff see it: what a party wrote to Festoon's staff about which conversation. The
 * messages are not shown, and of the parties only the public name of the professional.
 */
export const reportedThread = z.object({
  id: threadReportId,
  threadId,
  bookingId: z.string().nullable(),
  clientId: z.uuid(),
  creator: z.object({ id: z.uuid(), shortName: z.string() }),
  reportedBy: z.uuid(),
  reason: z.string().nullable(),
  createdAt: z.iso.datetime(),
});
export type ReportedThread = z.infer<typeof reportedThread>;
