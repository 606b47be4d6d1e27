import { expect, test } from '@jest/globals';
import { MarkLeadBooked, ReopenLead } from '#leads';
import { booking, type Status } from './booking.ts';
import { BookingsReactions } from './bookings.reactions.ts';

/**
 * The commands that the reaction to a confirmation sends if the booking has these statuses, one each time it is read.
 */
const sentFor = async (...statuses: readonly Status[]): Promise<unknown[]> => {
  const sent: unknown[] = [];
  const found = [...statuses];
  const store = {
    load: async () => ({ state: { ...booking.initial, leadId: 'lead-1', creatorId: 'bo', status: found.shift() } }),
  };
  const commands = { execute: async (command: unknown) => void sent.push(command) };
  const { markLeadBooked } = new BookingsReactions(commands as never, store as never, {} as never, {} as never);
  await markLeadBooked.react({ stream: 'booking-1' } as never);
  return sent;
};

test('a confirmed booking marks its lead as booked', async () =>
  expect(await sentFor('confirmed', 'confirmed')).toEqual([new MarkLeadBooked('lead-1', 'booking-1', 'bo')]));

test('a booking that was cancelled in the meantime leaves its lead open, in whichever order the reactions run', async () => {
  expect(await sentFor('cancelled')).toEqual([]);
  expect(await sentFor('confirmed', 'cancelled')).toEqual([
    new MarkLeadBooked('lead-1', 'booking-1', 'bo'),
    new ReopenLead('lead-1', 'booking-1'),
  ]);
});
