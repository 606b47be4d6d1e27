import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { LeadsQueries, PostLead } from '#leads';
import { Context } from '#platform/context';
import { eventually } from '#platform/testing';
import { ConfirmBooking } from './booking-confirmation.commands.ts';
import { nextDate, Site } from './bookings.suite.ts';

let site: Site;
beforeAll(async () => {
  site = await Site.start();
});
afterAll(() => site.stop());

/** The streams that the commands of these actors read, without their ids. */
const readsBy = async (actors: readonly string[], work: () => Promise<unknown>): Promise<readonly string[]> => {
  const engine = site.store as unknown as { stream: (stream: string) => Promise<unknown> };
  const read = engine.stream.bind(engine);
  const reads: string[] = [];
  const spy = jest.spyOn(engine, 'stream').mockImplementation((stream) => {
    if (actors.includes(currentActorId() ?? '')) reads.push(stream.replace(/-[0-9a-f]{8}-.*/, ''));
    return read(stream);
  });
  await work().finally(() => spy.mockRestore());
  return reads;
};

const currentActorId = (): string | undefined => {
  try {
    return site.app.get(Context).origin.by.id;
  } catch {
    // Reads of the platform itself belong to no command, so there is no context.
    return undefined;
  }
};

test('unlocking a lead reads three streams to open the checkout, and two of them again when the payment settles', async () => {
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
  let url = '';
  const opening = await readsBy([bo.id], async () => {
    const response = await site.call(bo, 'POST', '/functions/v1/create-lead-payment', { leadId });
    expect(response.statusCode).toBe(200);
    ({ url } = response.json<{ url: string }>());
  });
  expect(opening).toEqual(['lead', 'plan', 'payment']);

  const settling = await readsBy(['sandbox', 'leads.record-purchase'], async () => {
    await fetch(`${url}/pay`, { method: 'POST', redirect: 'manual' });
    await eventually(() => site.app.get(LeadsQueries).isBuyer(leadId, bo.id));
  });
  expect(settling).toEqual(['payment', 'lead']);
});

test('confirming a booking of several days reads each day once', async () => {
  const [ann, bo] = [await site.register('client', 'Elin'), await site.professional('creator', 'Finn')];
  const id = await site.book(ann, bo, { eventDate: nextDate(3), durationDays: 3 });
  const reads = await readsBy([bo.id], () => site.send(bo, new ConfirmBooking(id)));
  expect(reads).toEqual(['booking', 'availability', 'creator-day', 'creator-day', 'creator-day']);
});

test('confirming a booking reads at most three streams', async () => {
  const [ann, bo] = [await site.register('client', 'Cleo'), await site.professional('creator', 'Dan')];
  const id = await site.book(ann, bo);
  const reads = await readsBy([bo.id], () => site.send(bo, new ConfirmBooking(id)));
  expect(reads).toEqual(['booking', 'availability', 'creator-day']);
});
