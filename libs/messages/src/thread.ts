import { type Actor, aggregate, type Nothing, type PersonalData, refuse } from '#kernel';

/** What a conversation is about: a booking, a lead, or a booking that was made from a lead. */
type Subject = { bookingId: string | null; leadId: string | null };
type Parties = { clientId: string; creatorId: string };

export type ThreadCommands = {
  /** The parties are those of the booking, or the client of a lead and a professional who has unlocked it. */
  open: Subject & Parties;
  /** `upTo` is the position of the newest message that the caller has read. */
  read: { upTo: number };
  block: Nothing;
  unblock: Nothing;
  report: { reason: string };
  /** Staff have looked into the report with this number. */
  closeReport: { number: number };
};

export type ThreadEvents = {
  ThreadOpened: Subject & Parties;
  /** The booking was made from the lead of the conversation, so it continues there. */
  ThreadBookingLinked: { bookingId: string };
  ThreadRead: { personId: string; upTo: number };
  ThreadBlocked: { personId: string };
  ThreadUnblocked: { personId: string };
  /** `number` counts the reports of a conversation from 1. */
  ThreadReported: { personId: string; otherPersonId?: string; reason: string; number: number };
  ThreadReportClosed: { number: number };
};

/** What a person writes about the other one must not outlast the erasure of either of them. */
const personalData: PersonalData<ThreadEvents> = {
  ThreadReported: { of: ['personId', 'otherPersonId'], fields: ['reason'] },
};

export type Thread = {
  readonly parties: Parties | null;
  readonly leadId: string | null;
  readonly bookingIds: readonly string[];
  /** Positions by person. */
  readonly readUpTo: Readonly<Record<string, number>>;
  /** Who has blocked the conversation. */
  readonly blockedBy: readonly string[];
  readonly reports: number;
  /** The reports that staff have not closed. */
  readonly openReports: readonly { readonly number: number; readonly personId: string }[];
};

export const thread = aggregate<ThreadCommands, ThreadEvents, Thread, 'thread'>({
  stream: 'thread',
  personalData,
  initial: { parties: null, leadId: null, bookingIds: [], readUpTo: {}, blockedBy: [], reports: 0, openReports: [] },
  decide: {
    open({ parties, bookingIds }, { facts, by }) {
      requireParty(facts, by);
      if (!parties) return [{ type: 'ThreadOpened', data: facts }];
      const { bookingId } = facts;
      if (bookingId === null || bookingIds.includes(bookingId)) return [];
      return [{ type: 'ThreadBookingLinked', data: { bookingId } }];
    },
    read(state, { facts: { upTo }, by }) {
      requireParty(state.parties, by);
      return upTo <= (state.readUpTo[by.id] ?? 0) ? [] : [{ type: 'ThreadRead', data: { personId: by.id, upTo } }];
    },
    block({ parties, blockedBy }, { by }) {
      requireParty(parties, by);
      return blockedBy.includes(by.id) ? [] : [{ type: 'ThreadBlocked', data: { personId: by.id } }];
    },
    unblock({ parties, blockedBy }, { by }) {
      requireParty(parties, by);
      return blockedBy.includes(by.id) ? [{ type: 'ThreadUnblocked', data: { personId: by.id } }] : [];
    },
    report({ parties, reports, openReports }, { facts: { reason }, by }) {
      requireParty(parties, by);
      if (openReports.some(({ personId }) => personId === by.id))
        refuse(
          'thread-report-open',
          'You have already reported this conversation. You can report it again after we have looked into your report.',
        );
      const otherPersonId = by.id === parties.clientId ? parties.creatorId : parties.clientId;
      return [{ type: 'ThreadReported', data: { personId: by.id, otherPersonId, reason, number: reports + 1 } }];
    },
    closeReport({ parties, reports, openReports }, { facts: { number }, by }) {
      if (by.kind !== 'staff') refuse('thread-not-allowed', 'Only staff can close reports');
      if (!parties) refuse('thread-not-found', 'This conversation does not exist');
      if (number > reports) refuse('thread-report-not-found', 'This report does not exist');
      const isOpen = openReports.some((open) => open.number === number);
      return isOpen ? [{ type: 'ThreadReportClosed', data: { number } }] : [];
    },
  },
  evolve: {
    ThreadOpened: (state, { clientId, creatorId, bookingId, leadId }) => ({
      ...state,
      leadId,
      parties: { clientId, creatorId },
      bookingIds: bookingId === null ? [] : [bookingId],
    }),
    ThreadBookingLinked: (state, { bookingId }) => ({ ...state, bookingIds: [...state.bookingIds, bookingId] }),
    ThreadRead: (state, { personId, upTo }) => ({ ...state, readUpTo: { ...state.readUpTo, [personId]: upTo } }),
    ThreadBlocked: (state, { personId }) => ({ ...state, blockedBy: [...state.blockedBy, personId] }),
    ThreadUnblocked: (state, { personId }) => ({
      ...state,
      blockedBy: state.blockedBy.filter((id) => id !== personId),
    }),
    ThreadReported: (state, { number, personId }) => ({
      ...state,
      reports: number,
      openReports: [...state.openReports, { number, personId }],
    }),
    ThreadReportClosed: (state, { number }) => ({
      ...state,
      openReports: state.openReports.filter((open) => open.number !== number),
    }),
  },
});

function requireParty(parties: Parties | null, by: Actor): asserts parties is Parties {
  if (!parties) refuse('thread-not-found', 'This conversation does not exist');
  if (by.id !== parties.clientId && by.id !== parties.creatorId)
    refuse('thread-not-yours', 'This conversation belongs to other users');
}
