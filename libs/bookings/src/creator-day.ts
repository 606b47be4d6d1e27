import { aggregate, refuse } from '#kernel';

/** One attempt to confirm a booking. `attempt` is the number of earlier attempts that were abandoned. */
type Hold = { bookingId: string; attempt: number };

export type CreatorDayCommands = {
  reserve: Hold & { creatorId: string; date: string };
  release: Hold;
};

export type CreatorDayEvents = {
  CreatorDayReserved: Hold & { creatorId: string; date: string };
  CreatorDayReleased: Hold;
};

export type CreatorDay = { readonly held: readonly Hold[] };

/** The maximum number of bookings that a creator can have on one day. */
const capacity = 1;

/** One calendar day of one creator. A booking reserves the day before it is confirmed, so that no two bookings share a day. */
export const creatorDay = aggregate<CreatorDayCommands, CreatorDayEvents, CreatorDay, 'creator-day'>({
  stream: 'creator-day',
  initial: { held: [] },

  decide: {
    reserve({ held }, { facts }) {
      const ownHold = held.find(({ bookingId }) => bookingId === facts.bookingId);
      if (ownHold && ownHold.attempt >= facts.attempt) return [];
      if (!ownHold && held.length >= capacity)
        refuse('creator-day-taken', 'This date is already booked. Please agree on another date.');
      return [{ type: 'CreatorDayReserved', data: facts }];
    },

    /** Only releases the day for this attempt, because a later attempt may have reserved it since. */
    release(state, { facts: { bookingId, attempt } }) {
      return holds(state, bookingId, attempt) ? [{ type: 'CreatorDayReleased', data: { bookingId, attempt } }] : [];
    },
  },

  evolve: {
    CreatorDayReserved: ({ held }, { bookingId, attempt }) => ({
      held: [...held.filter((hold) => hold.bookingId !== bookingId), { bookingId, attempt }],
    }),
    CreatorDayReleased: ({ held }, { bookingId }) => ({ held: held.filter((hold) => hold.bookingId !== bookingId) }),
  },
});

export const creatorDayOf = (creatorId: string, date: string): string => `creator-day-${creatorId}-${date}`;

export const holds = ({ held }: CreatorDay, bookingId: string, attempt: number): boolean =>
  held.some((hold) => hold.bookingId === bookingId && hold.attempt === attempt);
