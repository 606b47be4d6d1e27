import { bookingsModule } from '#bookings';
import { identityModule } from '#identity';
import { leadsModule } from '#leads';
import { notificationsModule } from '#notifications';
import { defineModule } from '#platform/module';
import * as contract from './contract.ts';
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
  imports: [identityModule, notificationsModule, leadsModule, bookingsModule],
  aggregates: [thread, message, messageDigest],
  projections: [
    [threads, threadRows],
    [threadReports, threadReportRows],
    [messages, messageRows],
  ],
  commands: [commands],
  queries: MessagesQueries,
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
  ],
  personalData: { export: { messages: ({ userId }, queries) => queries.sentBy(userId) } },
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
    MessageDigestSent: 'Person reminded of unread messages',
  },
});
