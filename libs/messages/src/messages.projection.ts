import type { Projection } from '#kernel';
import type { MessageEvents } from './message.ts';
import type { MessageRow, ThreadReportRow, ThreadRow } from './messages.rows.ts';
import type { ThreadEvents } from './thread.ts';

type Reports = Pick<ThreadEvents, 'ThreadReported' | 'ThreadReportClosed'>;

export const threads: Projection<Omit<ThreadEvents, keyof Reports>, ThreadRow> = {
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

export const threadReports: Projection<Reports, ThreadReportRow> = {
  table: 'thread_reports',
  version: 1,
  key: ({ stream, data }) => `${stream}:${data.number}`,
  insert: {
    ThreadReported: ({ personId, reason, number }, { stream, at }) => ({
      id: `${stream}:${number}`,
      threadId: stream,
      personId,
      reason,
      createdAt: at,
    }),
  },
  update: { ThreadReportClosed: () => null },
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
