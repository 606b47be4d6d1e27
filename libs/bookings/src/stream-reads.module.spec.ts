import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { Actor } from '#kernel';
import { PostLead } from '#leads';
import { Context } from '#platform/context';
import { ConfirmBooking } from './booking-confirmation.commands.ts';
import { nextDate, Site } from './bookings.suite.ts';

let site: Site;
beforeAll(async () => {
  site = await Site.start();
});
afterAll(() => site.stop());

/** How many streams the event store's engine reads for the commands of this person. */
const readsBy = async (by: Actor, work: () => Promise<unknown>): Promise<readonly string[]> => {
  const engine = site.store as unknown as { stream: (stream: string) => Promise<unknown> };
  const read = engine.stream.bind(engine);
  const reads: string[] = [];
  const spy = jest.spyOn(engine, 'stream').mockImplementation((stream) => {
    if (site.app.get(Context).origin.by.id === by.id) reads.push(stream.replace(/-[0-9a-f]{8}-.*/, ''));
    return read(stream);
  });
  await work().finally(() => spy.mockRestore());
  return reads;
};

test('unlocking a lead reads three streams: of the lead, of the buyer’s plan and of the payment', async () => {
  const [ann, bo] = [await site.register('client', 'Ann'), await site.professional('creator', 'Bo')];
  const leadId = await site.send(
    ann,
    new PostLead({
      eventType: 'wedding',
      eventDate: '2999-06-20',
      description: 'A summer wedding by the lake with some eighty guests.',
      locationCity: 'Burlington',
      locationState: 'VT',
      budgetMin: 100_000,
      budgetMax: 200_000,
      durationDays: 1,
    }),
  );
  const reads = await readsBy(bo, async () => {
    const response = await site.call(bo, 'POST', '/functions/v1/create-lead-payment', { leadId });
    expect(response.statusCode).toBe(200);
  });
  expect(reads).toEqual(['lead', 'plan', 'payment', 'payment', 'lead']);
});

test('confirming a booking of several days reads the availability before and after the days, and each day once', async () => {
  const [ann, bo] = [await site.register('client', 'Elin'), await site.professional('creator', 'Finn')];
  const id = await site.book(ann, bo, { eventDate: nextDate(3), durationDays: 3 });
  const reads = await readsBy(bo, () => site.send(bo, new ConfirmBooking(id)));
  expect(reads).toEqual([
    'booking',
    'availability',
    'creator-day',
    'creator-day',
    'creator-day',
    'availability',
    'booking',
  ]);
});

test('confirming a booking reads at most five streams', async () => {
  const [ann, bo] = [await site.register('client', 'Cleo'), await site.professional('creator', 'Dan')];
  const id = await site.book(ann, bo);
  const reads = await readsBy(bo, () => site.send(bo, new ConfirmBooking(id)));
  expect(reads).toEqual(['booking', 'availability', 'creator-day', 'availability', 'booking']);
});
