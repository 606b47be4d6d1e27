import { aggregate, refuse } from '#kernel';

/** A booking on its way to be confirmed, and how many confirmations of it were given up before this one. */
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

/** How many bookings of one day a creator takes. */
const capacity = 1;

/** One day of one creator. A booking holds the day before it is confirmed, so that no two can. */
export const creatorDay = aggregate<CreatorDayCommands, CreatorDayEvents, CreatorDay, 'creator-day'>({
  stream: 'creator-day',
  initial: { held: [] },

  decide: {
    reserve({ held }, { facts }) {
      const own = held.find(({ bookingId }) => bookingId === facts.bookingId);
      if (own && own.attempt >= facts.attempt) return [];
      if (!own && held.length >= capacity)
        refuse('creator-day-taken', 'This date is already booked. Please agree on another date.');
      return [{ type: 'CreatorDayReserved', data: facts }];
    },

    /** Only that very attempt lets go: a later one may hold the day by now. */
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
