import { aggregate, refuse, writtenDay } from '#kernel';

/** One attempt to confirm a booking. `attempt` is the number of earlier attempts that were abandoned. */
type Hold = { bookingId: string; attempt: number };
/**
 * The creator's settings for the day: its capacity, and whether it is blocked. `settings` is the version of the
 * settings' stream from which this was read.
 */
type Terms = { capacity: number; blocked: boolean; settings: number };

export type CreatorDayCommands = {
  /** `amongSeveral`: the booking needs other days too, so that a refusal has to say which one. */
  reserve: Hold & { creatorId: string; date: string; terms: Terms; amongSeveral?: boolean };
  release: Hold;
};

export type CreatorDayEvents = {
  /** `settings` is the version of the creator's settings under which the day was reserved. */
  CreatorDayReserved: Hold & { creatorId: string; date: string; settings: number };
  CreatorDayReleased: Hold;
};

export type CreatorDay = { readonly held: readonly Hold[]; readonly settings: number };

/**
 * One calendar day of one creator. A booking reserves the day before it is confirmed, so that a day never has more
 * bookings than its capacity.
 */
export const creatorDay = aggregate<CreatorDayCommands, CreatorDayEvents, CreatorDay, 'creator-day'>({
  stream: 'creator-day',
  initial: { held: [], settings: 0 },

  decide: {
    reserve({ held, settings }, { facts: { terms, amongSeveral, ...hold } }) {
      const ownHold = held.find(({ bookingId }) => bookingId === hold.bookingId);
      if (ownHold && ownHold.attempt >= hold.attempt) return [];
      // The creator has changed the settings since they were read. The caller reads them again.
      if (terms.settings < settings) refuse('creator-day-settings-outdated', 'Please try again.');
      if (terms.blocked) refuseBlocked(hold.date, amongSeveral);
      if (!ownHold && held.length >= terms.capacity)
        refuse(
          'creator-day-taken',
          amongSeveral
            ? `${writtenDay(hold.date)} is already booked. Please agree on other days.`
            : 'This date is already booked. Please agree on another date.',
        );
      return [{ type: 'CreatorDayReserved', data: { ...hold, settings: terms.settings } }];
    },

    /** Releases the day for this attempt and earlier ones. A later attempt may have reserved it since. */
    release({ held }, { facts: { bookingId, attempt } }) {
      const isHeld = held.some((hold) => hold.bookingId === bookingId && hold.attempt <= attempt);
      return isHeld ? [{ type: 'CreatorDayReleased', data: { bookingId, attempt } }] : [];
    },
  },

  evolve: {
    CreatorDayReserved: ({ held }, { bookingId, attempt, settings }) => ({
      held: [...held.filter((hold) => hold.bookingId !== bookingId), { bookingId, attempt }],
      settings,
    }),
    CreatorDayReleased: ({ held, settings }, { bookingId }) => ({
      held: held.filter((hold) => hold.bookingId !== bookingId),
      settings,
    }),
  },
});

/** Refuses `creator-day-blocked`. `amongSeveral`: the refusal has to say which day. */
export const refuseBlocked = (date: string, amongSeveral = false): never =>
  refuse(
    'creator-day-blocked',
    amongSeveral
      ? `The professional is not available on ${writtenDay(date)}. Please agree on other days.`
      : 'The professional is not available on this date. Please agree on another date.',
  );

export const creatorDayOf = (creatorId: string, date: string): string => `creator-day-${creatorId}-${date}`;

/** The creator's id in the name of a stream, as {@link creatorDayOf} writes it. */
export const creatorIdOf = (stream: string): string => stream.slice('creator-day-'.length, -'-2027-06-20'.length);

export const holds = ({ held }: Pick<CreatorDay, 'held'>, bookingId: string, attempt: number): boolean =>
  held.some((hold) => hold.bookingId === bookingId && hold.attempt === attempt);
