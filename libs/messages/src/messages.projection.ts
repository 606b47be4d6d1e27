import type { Projection } from '#kernel';
import type { MessageEvents } from './message.ts';
import type { MessageRow, ThreadReportRow, ThreadRow } from './messages.rows.ts';
import type { ThreadEvents } from './thread.ts';

export const threads: Projection<Omit<ThreadEvents, 'ThreadReported'>, ThreadRow> = {
  table: 'threads',
  version: 1,
  key: ({ stream }) => stream,
  insert: {
    ThreadOpened: (opened, { stream }) => ({
      ...opened,
      id: stream,
      clientReadUpTo: 0,
      creatorReadUpTo: 0,
      blockedBy: [],
    }),
  },
  update: {
    ThreadBookingLinked: (row, { bookingId }) => ({ ...row, bookingId }),
    ThreadRead: (row, { personId, upTo }) =>
      personId === row.clientId ? { ...row, clientReadUpTo: upTo } : { ...row, creatorReadUpTo: upTo },
    ThreadBlocked: (row, { personId }) => ({ ...row, blockedBy: [...row.blockedBy, personId] }),
    ThreadUnblocked: (row, { personId }) => ({ ...row, blockedBy: row.blockedBy.filter((id) => id !== personId) }),
  },
};

export const threadReports: Projection<Pick<ThreadEvents, 'ThreadReported'>, ThreadReportRow> = {
  table: 'thread_reports',
  version: 1,
  key: ({ stream, version }) => `${stream}:${version}`,
  insert: {
    ThreadReported: ({ personId, reason }, { stream, version, at }) => ({
      id: `${stream}:${version}`,
      threadId: stream,
      personId,
      reason,
      createdAt: at,
    }),
  },
};

export const messages: Projection<MessageEvents, MessageRow> = {
  table: 'messages',
  version: 1,
  key: ({ stream }) => stream,
  insert: {
    MessageSent: (sent, { stream, position, at }) => ({
      ...sent,
      id: stream,
      position: Number(position),
      createdAt: at,
    }),
  },
};
