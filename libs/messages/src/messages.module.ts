import { bookingsModule } from '#bookings';
import { identityModule } from '#identity';
import { leadsModule } from '#leads';
import { notificationsModule } from '#notifications';
import { plansModule } from '#plans';
import { ImagesModule } from '#platform/images';
import { defineModule } from '#platform/module';
import { StorageModule } from '#platform/storage';
import { AttachmentUploads, attachment, attachmentsParts, RemoveAttachments } from './attachments/index.ts';
import * as contract from './contract.ts';
import { Conversations } from './conversations.queries.ts';
import { message } from './message.ts';
import { messageDigest } from './message-digest.ts';
import { access } from './messages.access.ts';
import * as commands from './messages.commands.ts';
import { ThreadsController } from './messages.controller.ts';
import { messages, threadReports, threads } from './messages.projection.ts';
import { MessagesQueries } from './messages.queries.ts';
import { MessagesReactions } from './messages.reactions.ts';
import { messageRows, threadReportRows, threadRows } from './messages.rows.ts';
import { thread } from './thread.ts';

export const messagesModule = defineModule({
  name: 'messages',
  imports: [identityModule, notificationsModule, leadsModule, plansModule, bookingsModule, StorageModule, ImagesModule],
  submodules: [attachmentsParts],
  aggregates: [thread, message, messageDigest],
  projections: [
    [threads, threadRows],
    [threadReports, threadReportRows],
    [messages, messageRows],
  ],
  commands: [commands],
  queries: MessagesQueries,
  providers: [Conversations],
  contract,
  controllers: [ThreadsController],
  reactions: [MessagesReactions],
  subscribers: [
    {
      aggregate: thread,
      topic: 'messages',
      audience: async ({ stream }, queries) => ({ people: await queries.parties(stream) }),
    },
    {
      aggregate: message,
      topic: 'messages',
      audience: ({ data }) => ({
        people: 'senderId' in data && 'recipientId' in data ? [String(data.senderId), String(data.recipientId)] : [],
      }),
    },
    {
      aggregate: attachment,
      topic: 'messages',
      audience: async ({ data }, queries) => ({
        people: 'threadId' in data ? await queries.parties(String(data.threadId)) : [],
      }),
    },
  ],
  uploads: [AttachmentUploads],
  personalData: {
    export: {
      messages: ({ userId }, queries) => queries.sentBy(userId),
      attachments: ({ userId }, queries) => queries.attachmentsOf(userId),
    },
    erasure: {
      command: (personId) => new RemoveAttachments(personId),
      readTables: ['message_attachments'],
      remaining: (personId, queries) => queries.attachmentIdsOf(personId),
    },
  },
  access,
  auditTitles: {
    ThreadOpened: 'Conversation opened',
    ThreadBookingLinked: 'Conversation continued for a booking',
    ThreadRead: 'Messages marked as read',
    ThreadBlocked: 'Conversation blocked',
    ThreadUnblocked: 'Conversation unblocked',
    ThreadReported: 'Conversation reported',
    ThreadReportClosed: 'Report of a conversation closed',
    MessageSent: 'Message sent',
    AttachmentUploaded: 'File for a message uploaded',
    AttachmentPublished: 'Photo of a message prepared',
    AttachmentRefused: 'File for a message refused',
    AttachmentSent: 'File sent with a message',
    AttachmentRemoved: 'File of a message removed',
    MessageDigestSent: 'Person reminded of unread messages',
  },
});
