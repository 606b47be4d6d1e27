import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import { CancelBooking, CompleteBooking, ConfirmBooking, RequestBooking, RequestBookingPayment } from '#bookings';
import { ChangeAvailability } from '#catalog';
import { creatorDay, creatorDayOf } from '#catalog/testing';
import type { Actor } from '#kernel';
import { LeadsQueries, PostLead } from '#leads';
import { RecordGatewayReport } from '#payments';
import { checkSignature, type Receipt, Receipts } from '#platform/audit';
import { Config } from '#platform/config';
import { Context } from '#platform/context';
import { Jobs } from '#platform/jobs';
import { type CheckoutReport, PaymentsGateway } from '#platform/payments-gateway';
import { eventually, originOf, untilCaughtUp } from '#platform/testing';
import { AbandonConfirmation } from './booking-confirmation.commands.ts';
import { AcceptBookingProposal, ProposeBookingChange } from './booking-proposals.commands.ts';
import { BookingsReactions } from './bookings.reactions.ts';
import { nextDate, occasion, Site, sue, worker } from './bookings.suite.ts';
import { daysOf } from './event-time.ts';

const provider: Actor = { id: 'sandbox', kind: 'webhook', role: 'payments' };

let site: Site;
let ann: Actor;
let cleo: Actor;
let bo: Actor;
let dan: Actor;

beforeAll(async () => {
  site = await Site.start();
  ann = await site.register('client', 'Ann');
  cleo = await site.register('client', 'Cleo');
  bo = await site.professional('creator', 'Bo');
  dan = await site.professional('vendor', 'Dan');
});

afterAll(() => site.stop());

describe('requesting', () => {
  test('a client books a package, and both parties see it with names, amounts and what each may do', async () => {
    const id = await site.book(ann, bo);
    expect(await site.seenBy(bo, id)).toMatchObject({
      client: { id: ann.id, displayName: 'Ann Tester', avatarUrl: null },
      creator: { id: bo.id, displayName: 'Bo Tester', avatarUrl: null },
      package: { name: 'Full day', durationHours: 8, deliverables: ['300 edited photos'] },
      totalAmount: 120_050,
      depositAmount: 36_015,
      balanceAmount: 84_035,
      currency: 'USD',
      createdBy: ann.id,
      status: 'pending',
      eventLocation: occasion.eventLocation,
      eventName: null,
      leadId: null,
      may: { confirm: true, cancel: true, payDeposit: false, payBalance: false },
    });
    expect((await site.seenBy(ann, id)).may).toEqual({
      confirm: false,
      cancel: true,
      payDeposit: true,
      payBalance: false,
      dispute: false,
      resolveDispute: false,
      propose: true,
      acceptProposal: false,
    });
  });

  test('only its parties can read it', async () => {
    const id = await site.book(ann, bo);
    for (const other of [cleo, dan, sue]) {
      await expect(site.seenBy(other, id)).rejects.toMatchObject({ code: 'booking-not-yours' });
      await expect(site.as(other, () => site.bookings.history(id))).rejects.toMatchObject({
        code: 'booking-not-yours',
      });
    }
    await expect(site.seenBy(ann, `booking-${randomUUID()}`)).rejects.toMatchObject({ code: 'booking-not-found' });
  });

  test('the package must exist and belong to the creator', async () => {
    const details = await site.detailsFor(bo);
    for (const packageId of [await site.packageOf(dan), randomUUID()])
      await expect(site.send(ann, new RequestBooking({ ...details, packageId }))).rejects.toMatchObject({
        code: 'package-unavailable',
      });
  });

  test('replaced packages can no longer be booked, and existing bookings are unchanged', async () => {
    const oldDetails = await site.detailsFor(dan);
    const id = await site.send(ann, new RequestBooking(oldDetails));
    await site.offer(dan, { price: 250_000 });
    await expect(site.send(ann, new RequestBooking(oldDetails))).rejects.toMatchObject({ code: 'package-unavailable' });
    expect(await site.seenBy(ann, id)).toMatchObject({ package: { id: oldDetails.packageId, name: 'Full day' } });
  });

  test('a command repeated with its idempotency key creates one booking', async () => {
    const details = await site.detailsFor(bo);
    const key = randomUUID();
    const once = () => site.app.get(CommandBus).execute(new RequestBooking(details));
    const ids = [
      await site.app.get(Context).run(originOf(ann), once, key),
      await site.app.get(Context).run(originOf(ann), once, key),
    ];
    expect(new Set(ids).size).toBe(1);
    expect(await site.store.read(ids[0] ?? '')).toHaveLength(1);
  });
});

describe('from a lead', () => {
  const post = (durationDays = 1) =>
    site.send(
      ann,
      new PostLead({
        eventType: 'wedding',
        eventDate: '2999-06-20',
        description: 'A wedding in an old mill by the river, eighty guests, dancing until midnight.',
        locationCity: 'Burlington',
        locationState: 'Vermont',
        budgetMin: 100_000,
        budgetMax: 200_000,
        durationDays,
      }),
    );

  test('a professional who unlocked the lead creates a booking; when the client confirms, the lead is booked until they cancel', async () => {
    const leadId = await post(3);
    await expect(site.book(bo, bo, { leadId })).rejects.toMatchObject({ code: 'booking-not-allowed' });
    const response = await site.call(bo, 'POST', '/functions/v1/create-lead-payment', { leadId });
    await site.pay(bo, response.json<{ url: string }>().url);
    await eventually(() => site.as(bo, () => site.app.get(LeadsQueries).isBuyer(leadId, bo.id)));

    const id = await site.book(bo, bo, { leadId, eventDate: nextDate(3) });
    const asLead = { client: { id: ann.id }, createdBy: bo.id, leadId, durationDays: 3 };
    expect(await site.seenBy(ann, id)).toMatchObject(asLead);
    await expect(site.send(bo, new ConfirmBooking(id))).rejects.toMatchObject({ code: 'booking-not-allowed' });
    await site.send(ann, new ConfirmBooking(id));
    const lead = async () => (await site.as(ann, () => site.app.get(LeadsQueries).byIds([leadId]))).get(leadId);
    await eventually(async () => (await lead())?.status === 'booked');
    await site.send(bo, new CancelBooking(id, 'Broken camera'));
    await eventually(async () => (await lead())?.status === 'active');
  });

  test("another client's lead and an unknown lead are refused", async () => {
    const leadId = await post();
    await expect(site.book(cleo, bo, { leadId })).rejects.toMatchObject({ code: 'lead-not-yours' });
    await expect(site.book(ann, bo, { leadId: `lead-${randomUUID()}` })).rejects.toMatchObject({
      code: 'lead-not-found',
    });
  });
});

describe('confirming', () => {
  test('a day can be booked once; the other booking stays pending', async () => {
    const eventDate = nextDate();
    const [first, second] = [await site.book(ann, bo, { eventDate }), await site.book(cleo, bo, { eventDate })];
    await site.send(bo, new ConfirmBooking(first));
    await expect(site.send(bo, new ConfirmBooking(second))).rejects.toMatchObject({ code: 'creator-day-taken' });
    expect([(await site.seenBy(ann, first)).status, (await site.seenBy(cleo, second)).status]).toEqual([
      'confirmed',
      'pending',
    ]);
  });

  test('the professional of a pending booking sees the other bookings of its day, and the client does not', async () => {
    const eventDate = nextDate();
    const first = await site.book(ann, bo, { eventDate });
    const sameDay = async (by: Actor, id: string) => (await site.seenBy(by, id)).sameDay;
    expect(await sameDay(bo, first)).toEqual({ confirmed: 0, pending: 0 });
    const second = await site.book(cleo, bo, { eventDate });
    expect(await sameDay(bo, first)).toEqual({ confirmed: 0, pending: 1 });
    await site.send(bo, new ConfirmBooking(first));
    expect(await sameDay(bo, second)).toEqual({ confirmed: 1, pending: 0 });
    const others = [await sameDay(bo, first), await sameDay(cleo, second)];
    expect(others).toEqual(Array(2).fill({ confirmed: 0, pending: 0 }));
    await site.send(cleo, new CancelBooking(second));
    expect(await sameDay(bo, second)).toEqual({ confirmed: 0, pending: 0 });
  });

  test('a professional who takes two events on one day can confirm two, and a third cannot be requested', async () => {
    const eventDate = nextDate();
    const dan = await site.professional('vendor', 'Dana');
    const settings = { weekdays: [1, 2, 3, 4, 5, 6, 7], capacity: 2, noticeDays: 0, blocked: [] };
    await site.send(dan, new ChangeAvailability(settings));
    const ids = [await site.book(ann, dan, { eventDate }), await site.book(cleo, dan, { eventDate })];
    for (const id of ids) await site.send(dan, new ConfirmBooking(id));
    await expect(site.book(ann, dan, { eventDate })).rejects.toMatchObject({
      code: 'creator-day-taken',
      message: 'This date is already booked. Please choose another date.',
    });
  });

  test('a day that was blocked after the request cannot be confirmed, and stays free of reservations', async () => {
    const eventDate = nextDate();
    const eli = await site.professional('creator', 'Eli');
    const id = await site.book(ann, eli, { eventDate });
    const blocked = [{ from: eventDate, to: eventDate, reason: null }];
    const settings = { weekdays: [1, 2, 3, 4, 5, 6, 7], capacity: 1, noticeDays: 0, blocked };
    await site.send(eli, new ChangeAvailability(settings));
    await expect(site.send(eli, new ConfirmBooking(id))).rejects.toMatchObject({ code: 'creator-day-blocked' });
    expect(await site.typesOf(creatorDayOf(eli.id, eventDate))).toEqual([]);
    await expect(site.book(cleo, eli, { eventDate })).rejects.toMatchObject({ code: 'creator-day-blocked' });
    await site.send(eli, new ChangeAvailability({ ...settings, blocked: [] }));
    await site.send(eli, new ConfirmBooking(id));
    expect((await site.seenBy(ann, id)).status).toBe('confirmed');
  });

  test('a reserved day is released after half a minute unless its booking was confirmed', async () => {
    const reactions = site.app.get(BookingsReactions);
    expect(reactions.releaseUnconfirmedDay).toMatchObject({ to: 'CreatorDayReserved', delay: 30_000 });
    const date = nextDate();
    const id = await site.book(ann, bo, { eventDate: date });
    const reserved = { creatorId: bo.id, date, bookingId: id, attempt: 0, settings: 0 };
    const stream = creatorDayOf(bo.id, date);
    await site.as(bo, () => site.store.append(stream, 0, [{ type: 'CreatorDayReserved', data: reserved }]));
    await site.as(worker, () =>
      reactions.releaseUnconfirmedDay.react({ type: 'CreatorDayReserved', data: reserved } as never),
    );
    expect(await site.typesOf(stream)).toEqual(['CreatorDayReserved', 'CreatorDayReleased']);
    await site.send(bo, new ConfirmBooking(id));
    expect(await site.seenBy(ann, id)).toMatchObject({ status: 'confirmed' });
  });

  test('a cancelled booking releases its day', async () => {
    const date = nextDate();
    const id = await site.book(ann, bo, { eventDate: date });
    const stream = creatorDayOf(bo.id, date);
    const reserved = { creatorId: bo.id, date, bookingId: id, attempt: 0, settings: 0 };
    await site.as(bo, () => site.store.append(stream, 0, [{ type: 'CreatorDayReserved', data: reserved }]));
    await site.send(ann, new CancelBooking(id));
    await eventually(async () => (await site.store.read(stream)).at(-1)?.type === 'CreatorDayReleased');
  });

  test('an event of several days reserves each of them, and none if one is taken', async () => {
    const flo = await site.professional('creator', 'Flo');
    const first = nextDate(5);
    const days = daysOf({ eventDate: first, durationDays: 5 });
    const heldBy = async (): Promise<string[][]> => {
      const states = await Promise.all(days.map((date) => site.store.load(creatorDay, creatorDayOf(flo.id, date))));
      return states.map(({ state }) => state.held.map(({ bookingId }) => bookingId));
    };
    const [start, second, third, , last] = days as [string, string, string, string, string];
    const long = await site.book(ann, flo, { eventDate: start, durationDays: 3, startTime: '18:30' });
    expect(await site.seenBy(ann, long)).toMatchObject({
      durationDays: 3,
      startTime: '18:30',
      timeZone: 'America/New_York',
    });
    const overlapping = await site.book(cleo, flo, { eventDate: third });
    expect((await site.seenBy(flo, long)).sameDay).toEqual({ confirmed: 0, pending: 1 });
    await site.send(flo, new ConfirmBooking(overlapping));
    expect(await site.seenBy(flo, long)).toMatchObject({ dayTaken: true, sameDay: { confirmed: 1, pending: 0 } });
    await expect(site.send(flo, new ConfirmBooking(long))).rejects.toMatchObject({ code: 'creator-day-taken' });
    expect(await heldBy()).toEqual([[], [], [overlapping], [], []]);
    await expect(site.book(ann, flo, { eventDate: second, durationDays: 2 })).rejects.toMatchObject({
      code: 'creator-day-taken',
    });

    await site.send(cleo, new CancelBooking(overlapping));
    await eventually(async () => (await heldBy()).flat().length === 0);
    await eventually(async () => !(await site.seenBy(flo, long)).dayTaken);
    await site.send(flo, new ConfirmBooking(long));
    expect(await heldBy()).toEqual([[long], [long], [long], [], []]);

    // It moves to days that overlap with its own: the days that stay are not released, in whatever order the reactions
    // run.
    const stays = await site.book(cleo, flo, { eventDate: last });
    await site.send(flo, new ProposeBookingChange(long, { eventDate: second, durationDays: 3 }));
    await site.send(ann, new AcceptBookingProposal(long, 1));
    await eventually(async () => (await heldBy())[0]?.length === 0);
    for (const date of days) await site.send(worker, new AbandonConfirmation(long, 0, [date]));
    expect(await heldBy()).toEqual([[], [long], [long], [long], []]);
    expect((await site.seenBy(flo, stays)).sameDay).toEqual({ confirmed: 0, pending: 0 });
    expect((await site.historyOf(long))[0]).toMatchObject({ entry: 'changed', notes: `Date: ${second}` });

    const { path } = (await site.call(flo, 'POST', '/api/v1/profile/availability/feed')).json<{ path: string }>();
    const feed = await eventually(async () => {
      const { statusCode, body } = await site.call(flo, 'GET', path);
      return statusCode === 200 && body;
    });
    expect(feed.match(/BEGIN:VEVENT/g)).toHaveLength(1);
    expect(feed).toContain(`DTSTART;VALUE=DATE:${second.replaceAll('-', '')}`);
    expect(feed).toContain(`DTEND;VALUE=DATE:${last.replaceAll('-', '')}`);

    await site.send(ann, new CancelBooking(long));
    await eventually(async () => (await heldBy()).flat().length === 0);
  });

  test('staff must give a reason, which the history shows', async () => {
    const id = await site.book(ann, bo);
    await expect(site.send(sue, new ConfirmBooking(id))).rejects.toMatchObject({ code: 'booking-reason-missing' });
    await site.send(sue, new ConfirmBooking(id, 'Requested by phone'));
    expect((await site.historyOf(id))[0]).toMatchObject({
      entry: 'confirmed',
      changedBy: sue.id,
      notes: 'Requested by phone',
    });
    await expect(site.send(sue, new CompleteBooking(id, 'Delivered'))).rejects.toMatchObject({
      code: 'booking-not-over',
    });
  });
});

describe('over HTTP', () => {
  test('a booking is created, read, listed, confirmed, and its history read', async () => {
    const created = await site.call(ann, 'POST', '/api/v1/bookings', {
      ...(await site.detailsFor(bo)),
      totalAmount: 1,
      depositAmount: 1,
    });
    expect(created.statusCode).toBe(201);
    const { id, position } = created.json<{ id: string; position: string }>();
    expect(BigInt(position)).toBeGreaterThan(0n);
    await untilCaughtUp(site.app, BigInt(position));
    expect((await site.call(bo, 'POST', `/api/v1/bookings/${id}/confirm`)).statusCode).toBe(204);
    await eventually(async () => (await site.seenBy(ann, id)).status === 'confirmed');
    expect((await site.call(ann, 'GET', `/api/v1/bookings/${id}`)).json()).toMatchObject({ id, totalAmount: 120_050 });
    const history = await site.call(bo, 'GET', `/api/v1/bookings/${id}/history`);
    expect(history.json()).toMatchObject({ items: [{ entry: 'confirmed' }, { entry: 'requested' }] });
    const list = await site.call(ann, 'GET', '/api/v1/bookings?status=confirmed&limit=100');
    expect(list.json<{ items: { id: string }[] }>().items.map((item) => item.id)).toContain(id);
  });

  test('a signed receipt has the history, and no personal data of the other party', async () => {
    const id = await site.book(ann, bo, { eventName: 'Ann and Cy' });
    await site.send(sue, new ConfirmBooking(id, 'Requested by phone'));
    await site.send(ann, new CancelBooking(id, 'The mill is flooded'));
    await eventually(async () => (await site.historyOf(id)).length === 3);
    const receiptOf = async (by: Actor) => {
      const response = await site.call(by, 'GET', `/api/v1/bookings/${id}/receipt`);
      expect(response.statusCode).toBe(200);
      return response.json<Receipt>();
    };
    const [forClient, forProfessional] = await Promise.all([receiptOf(ann), receiptOf(bo)]);
    expect(forClient).toMatchObject({
      subject: id,
      holder: { id: ann.id, part: 'client' },
      end: { version: 3 },
      events: [
        {
          ...{ title: 'Booking requested', status: 'pending', by: 'client', note: null, version: 1 },
          ...{ leftOut: ['packageName', 'deliverables'], data: { eventName: 'Ann and Cy', packageName: null } },
        },
        { title: 'Booking confirmed', by: 'staff', onBehalfOf: 'professional', note: 'Requested by phone' },
        // What one party writes about the other is encrypted for both.
        { title: 'Booking cancelled', by: 'client', note: null, leftOut: ['reason'] },
      ],
    });
    expect(forProfessional).toMatchObject({
      holder: { id: bo.id, part: 'professional' },
      events: [{ leftOut: ['eventName', 'eventLocation'], data: { packageName: 'Full day', eventName: null } }, {}, {}],
    });
    expect(JSON.stringify(forProfessional.events)).not.toMatch(/Cy|mill/);
    const findings = checkSignature(forClient, { dataFolder: site.app.get(Config).dataFolder });
    expect([...findings, ...(await site.app.get(Receipts).compare(forClient)).findings]).toEqual([]);
  });

  test('the reason for cancelling is optional', async () => {
    const [one, two] = [await site.book(ann, bo), await site.book(ann, bo)];
    expect((await site.call(ann, 'POST', `/api/v1/bookings/${one}/cancel`, { reason: 'rain' })).statusCode).toBe(204);
    expect((await site.call(ann, 'POST', `/api/v1/bookings/${two}/cancel`)).statusCode).toBe(204);
    const refused = await site.call(ann, 'POST', `/api/v1/bookings/${one}/cancel`, {
      reason: 'x'.repeat(501),
    });
    expect(refused.statusCode).toBe(400);
  });

  test('the payment function opens a checkout', async () => {
    const response = await site.call(ann, 'POST', '/functions/v1/create-booking-payment', {
      bookingId: await site.book(ann, bo),
      paymentType: 'deposit',
    });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ url: expect.stringMatching(/^http:\/\/.+/) });
  });

  test.each([
    [{ packageId: '' }, 'Please select a package'],
    [{ eventType: ' ' }, 'Event type is required'],
    [{ eventDate: '' }, 'Event date is required'],
    [{ eventLocation: '' }, 'Location is required'],
    [{ creatorId: '' }, 'Creator not specified'],
    [{ expectedAttendance: 10_000_001 }, 'Attendance must be at most 10,000,000'],
    [{ leadId: 'lead-1' }, 'This lead does not exist'],
  ])('%j is rejected with "%s"', async (wrong, message) => {
    const response = await site.call(ann, 'POST', '/api/v1/bookings', { ...(await site.detailsFor(bo)), ...wrong });
    expect(response.statusCode).toBe(400);
    expect(response.body).toContain(message);
  });

  test('the id of another stream is not accepted as a booking id', async () => {
    for (const id of [`lead-${randomUUID()}`, 'booking-1', `creator-day-${randomUUID()}-2999-01-01`])
      expect((await site.call(ann, 'GET', `/api/v1/bookings/${id}`)).statusCode).toBe(400);
  });
});

describe('lists', () => {
  test('pages list all of a person’s bookings once, newest first; the first page has the counts', async () => {
    const eve = await site.register('client', 'Eve');
    const ids = [];
    for (let i = 0; i < 5; i++) ids.unshift(await site.book(eve, bo));
    await site.send(eve, new CancelBooking(ids[0] ?? ''));
    const first = await site.as(eve, () => site.bookings.mine({ limit: 2 }));
    expect(first.counts).toEqual({ all: 5, pending: 4, confirmed: 0, completed: 0, cancelled: 1 });
    const seen = first.items.map(({ id }) => id as string);
    for (let cursor = first.nextCursor; cursor; ) {
      const next = { limit: 2, cursor };
      const page = await site.as(eve, () => site.bookings.mine(next));
      expect(page.counts).toBeUndefined();
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(ids);
    const cancelled = await site.as(eve, () => site.bookings.mine({ limit: 20, status: 'cancelled' }));
    expect(cancelled.items.map(({ id }) => id)).toEqual([ids[0]]);
    await expect(site.as(eve, () => site.bookings.mine({ limit: 2, cursor: 'x' }))).rejects.toMatchObject({
      status: 400,
    });
  });

  test('queries return a person’s counts and newest bookings, and the parties of a booking', async () => {
    const fay = await site.register('client', 'Fay');
    const ids = [await site.book(fay, bo), await site.book(fay, dan)];
    expect(await site.bookings.counts(fay.id)).toMatchObject({ all: 2, pending: 2 });
    expect((await site.as(fay, () => site.bookings.newest(fay.id, 1))).map(({ id }) => id)).toEqual([ids[1]]);
    expect(await site.bookings.parties(ids[0] ?? '')).toEqual({ clientId: fay.id, creatorId: bo.id });
    expect(await site.bookings.parties(`booking-${randomUUID()}`)).toBeUndefined();
  });

  test('the socket message contains the history entry; other streams have no message', async () => {
    const id = await site.book(ann, bo);
    const [requested] = await site.store.read(id);
    expect(requested && site.bookings.messageOf(requested)).toEqual({
      bookingId: id,
      status: 'pending',
      changedBy: ann.id,
      createdAt: requested?.at,
      position: String(requested?.position),
    });
    const [other] = await site.store.read(`user-${ann.id}`);
    expect(other && site.bookings.messageOf(other)).toBeUndefined();
  });
});

test('refunds that are reported before their payment are recorded with it', async () => {
  const id = await site.book(ann, bo);
  const { url } = await site.send(ann, new RequestBookingPayment(id, 'deposit'));
  const sessionId = url.split('/').at(-1) ?? '';
  const { paymentId = '' } = (await site.app.get(PaymentsGateway).retrieve(sessionId)) ?? {};
  const report = (facts: Partial<CheckoutReport>) =>
    site.send(
      provider,
      new RecordGatewayReport({ paymentId, sessionId, status: 'open', charges: [], refunds: [], ...facts }),
    );
  const charge = { chargeId: 'ch_1', amount: 36_015 };
  const refunds = [
    { refundId: 're_1', chargeId: 'ch_1', amount: 36_000 },
    { refundId: 're_2', chargeId: 'ch_1', amount: 15 },
  ];
  await report({ refunds });
  const failed = await site.app.get(Jobs).deadLetters('payments');
  await report({ status: 'paid', charges: [charge] });
  await eventually(async () => (await site.seenBy(ann, id)).refunded === 36_015);
  expect(await site.typesOf(id)).toEqual(['BookingRequested', 'BookingPaid', 'BookingRefunded', 'BookingRefunded']);
  expect(await site.app.get(Jobs).deadLetters('payments')).toEqual(failed);
});

test('every read table equals a fresh fold of the event log', async () => {
  expect(await site.differences()).toEqual(new Map());
});

test('the parties see each other’s contact details while the booking is confirmed', async () => {
  const id = await site.book(ann, bo);
  const contactFor = async (by: Actor) => (await site.seenBy(by, id)).contact;
  expect([await contactFor(ann), await contactFor(bo)]).toEqual([null, null]);
  await site.send(bo, new ConfirmBooking(id));
  expect([await contactFor(ann), await contactFor(bo)]).toMatchObject([
    { email: 'bo@example.org' },
    { email: 'ann@example.org' },
  ]);
  await site.send(ann, new CancelBooking(id));
  expect([await contactFor(ann), await contactFor(bo)]).toEqual([null, null]);
});
