import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type CanActivate, type ExecutionContext, Injectable, StandardSchemaValidationPipe } from '@nestjs/common';
import { type Command, CommandBus } from '@nestjs/cqrs';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import {
  BookingsModule,
  BookingsQueries,
  CancelBooking,
  CompleteBooking,
  ConfirmBooking,
  RequestBooking,
  RequestBookingPayment,
} from '#bookings';
import { CatalogQueries, CompleteOnboarding } from '#catalog';
import { ErasePerson, RegisterUser, type Role } from '#identity';
import type { Actor, Recorded } from '#kernel';
import { LeadsQueries, PostLead } from '#leads';
import type { PaymentsPublished } from '#payments';
import { Context, EventStore, PaymentsGateway, PersonalDataKeys, PlatformModule, Projector, Reactor } from '#platform';
import { originOf, testConfig } from '#platform/testing';
import type { BookingEvents } from './booking.ts';
import { BookingsReactions } from './bookings.reactions.ts';
import { creatorDayOf } from './creator-day.ts';

/** Believes who the test says it is. */
@Injectable()
class WhoeverAsks implements CanActivate {
  constructor(private readonly context: Context) {}

  canActivate(execution: ExecutionContext): boolean {
    const { headers } = execution.switchToHttp().getRequest<{ headers: Record<string, string | undefined> }>();
    if (headers['x-actor']) this.context.enter(originOf(JSON.parse(headers['x-actor']) as Actor));
    return true;
  }
}

const worker: Actor = { id: 'bookings.record-payment', kind: 'worker', role: 'reaction' };
const sue: Actor = { id: randomUUID(), kind: 'staff', role: 'support' };
const occasion = { eventType: 'wedding', eventLocation: 'Old mill, Burlington' };

let app: NestFastifyApplication;
let drop: () => Promise<void>;
let store: EventStore;
let bookings: BookingsQueries;
let ann: Actor;
let cleo: Actor;
let bo: Actor;
let dan: Actor;

const as = <T>(by: Actor, work: () => Promise<T>): Promise<T> =>
  app.get(Context).run(originOf(by), async () => {
    const result = await work();
    await app.get(Projector).passed(app.get(Context).wrote);
    return result;
  });
const send = <T>(by: Actor, command: Command<T>): Promise<T> => as(by, () => app.get(CommandBus).execute(command));

const call = (by: Actor, method: string, path: string, body?: object) =>
  app.inject({
    method: method as 'GET',
    url: path,
    headers: { 'x-actor': JSON.stringify(by) },
    ...(body && { payload: body }),
  });

const until = async <T>(look: () => Promise<T | undefined | false>): Promise<T> => {
  for (let tries = 0; tries < 1_000; tries++) {
    const found = await look();
    if (found) return found;
    await sleep(20);
  }
  throw new Error('It never came');
};

const register = async (role: Role, firstName: string): Promise<Actor> => {
  const seeder: Actor = { id: 'seed', kind: 'system', role: 'system' };
  const names = { firstName, lastName: 'Tester', email: `${firstName}@example.org`, password: 'Correct-horse-1' };
  const id = await send(seeder, new RegisterUser({ ...names, role }));
  return { id, kind: 'user', role };
};

const offering = async (by: Actor): Promise<void> => {
  await send(
    by,
    new CompleteOnboarding({
      serviceType: 'photographer',
      specialties: ['Weddings'],
      yearsExperience: 8,
      bio: 'Light and people.',
      country: 'US',
      city: 'Burlington',
      state: 'Vermont',
      travelRadius: 50,
      packages: [{ name: 'Full day', price: 120_050, durationHours: 8, deliverables: ['300 edited photos'] }],
    }),
  );
};
const packageOf = async ({ id }: Actor): Promise<string> => {
  const profiles = await as(ann, () => app.get(CatalogQueries).profiles([id]));
  return profiles.get(id)?.packages[0]?.id ?? '';
};

let day = 0;
const nextDate = (): string => new Date(Date.UTC(2999, 0, ++day)).toISOString().slice(0, 10);
const wishOf = async (creator: Actor, eventDate = nextDate()) => ({
  ...occasion,
  eventDate,
  creatorId: creator.id,
  packageId: await packageOf(creator),
});
const book = async (by: Actor, creator: Actor, more: { eventDate?: string; leadId?: string } = {}): Promise<string> =>
  send(by, new RequestBooking({ ...(await wishOf(creator)), ...more }));
const seenBy = (by: Actor, id: string) => as(by, () => bookings.byId(id));
const historyOf = async (id: string) => (await as(ann, () => bookings.history(id))).items;

/** Presses Pay on the provider's page and waits until the news have come round. */
const pay = async (by: Actor, url: string): Promise<void> => {
  await fetch(`${url}/pay`, { method: 'POST', redirect: 'manual' });
  const sessionId = url.split('/').at(-1);
  const { success } = (await call(by, 'POST', '/functions/v1/verify-payment', { sessionId })).json<{
    success: boolean;
  }>();
  expect(success).toBe(true);
};
const payDeposit = async (id: string): Promise<void> => {
  const { url } = await send(ann, new RequestBookingPayment(id, 'deposit'));
  await pay(ann, url);
  await until(async () => (await seenBy(ann, id)).depositPaid || (await seenBy(ann, id)).refundDue > 0);
};
const settledFor = (reference: string): Promise<Recorded<PaymentsPublished>> =>
  until(async () =>
    (await store.after(0n, 10_000))
      .map((event) => event as Recorded<PaymentsPublished>)
      .find(({ type, data }) => type === 'PaymentSettled' && data.reference === reference),
  );

beforeAll(async () => {
  const database = await testConfig();
  drop = database.drop;
  const module = await Test.createTestingModule({
    imports: [PlatformModule.forRoot(database.config), BookingsModule],
    providers: [WhoeverAsks],
  }).compile();
  app = module.createNestApplication<NestFastifyApplication>(new FastifyAdapter(), {
    rawBody: true,
    logger: ['error'],
  });
  app.useGlobalPipes(new StandardSchemaValidationPipe());
  app.useGlobalGuards(app.get(WhoeverAsks));
  await app.listen(0, '127.0.0.1');
  app.get(Projector).follow();
  app.get(Reactor).follow();
  store = app.get(EventStore);
  bookings = app.get(BookingsQueries);
  ann = await register('client', 'Ann');
  cleo = await register('client', 'Cleo');
  bo = await register('creator', 'Bo');
  dan = await register('vendor', 'Dan');
  await offering(bo);
  await offering(dan);
});

afterAll(async () => {
  await app.close();
  await drop();
});

describe('requesting', () => {
  test('a client books a package, and both parties see it with names, amounts and what each may do', async () => {
    const id = await book(ann, bo);
    expect(await seenBy(bo, id)).toMatchObject({
      client: { id: ann.id, displayName: 'Ann Tester' },
      creator: { id: bo.id, displayName: 'Bo Tester' },
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
    expect((await seenBy(ann, id)).may).toEqual({ confirm: false, cancel: true, payDeposit: true, payBalance: false });
  });

  test('others do not see it, staff does', async () => {
    const id = await book(ann, bo);
    for (const other of [cleo, dan]) {
      await expect(seenBy(other, id)).rejects.toMatchObject({ code: 'booking-not-yours' });
      await expect(as(other, () => bookings.history(id))).rejects.toMatchObject({ code: 'booking-not-yours' });
    }
    await expect(seenBy(ann, `booking-${randomUUID()}`)).rejects.toMatchObject({ code: 'booking-not-found' });
    expect((await seenBy(sue, id)).id).toBe(id);
  });

  test("the package must be the creator's, and there", async () => {
    const wish = await wishOf(bo);
    for (const packageId of [await packageOf(dan), randomUUID()])
      await expect(send(ann, new RequestBooking({ ...wish, packageId }))).rejects.toMatchObject({
        code: 'package-unavailable',
      });
  });

  test('who replaces the packages no longer offers the old ones; what was booked stays as it was', async () => {
    const old = await wishOf(dan);
    const id = await send(ann, new RequestBooking(old));
    await offering(dan);
    await expect(send(ann, new RequestBooking(old))).rejects.toMatchObject({ code: 'package-unavailable' });
    expect(await seenBy(ann, id)).toMatchObject({ package: { id: old.packageId, name: 'Full day' } });
  });

  test('the same command under one idempotency key makes one booking', async () => {
    const wish = await wishOf(bo);
    const key = randomUUID();
    const once = () => app.get(CommandBus).execute(new RequestBooking(wish));
    const ids = [
      await app.get(Context).run(originOf(ann), once, key),
      await app.get(Context).run(originOf(ann), once, key),
    ];
    expect(new Set(ids).size).toBe(1);
    expect(await store.read(ids[0] ?? '')).toHaveLength(1);
  });
});

describe('from a lead', () => {
  const post = () =>
    send(
      ann,
      new PostLead({
        eventType: 'wedding',
        eventDate: '2999-06-20',
        description: 'A wedding in an old mill by the river, eighty guests, dancing until midnight.',
        locationCity: 'Burlington',
        locationState: 'Vermont',
        budgetMin: 100_000,
        budgetMax: 200_000,
        durationDays: 1,
      }),
    );

  test('who unlocked it books for its client, who confirms; then the lead is booked', async () => {
    const leadId = await post();
    await expect(book(bo, bo, { leadId })).rejects.toMatchObject({ code: 'booking-not-allowed' });
    const answer = await call(bo, 'POST', '/functions/v1/create-lead-payment', { leadId });
    await pay(bo, answer.json<{ url: string }>().url);
    await until(() => as(bo, () => app.get(LeadsQueries).isBuyer(leadId, bo.id)));

    const id = await book(bo, bo, { leadId });
    expect(await seenBy(ann, id)).toMatchObject({ client: { id: ann.id }, createdBy: bo.id, leadId });
    await expect(send(bo, new ConfirmBooking(id))).rejects.toMatchObject({ code: 'booking-not-allowed' });
    await send(ann, new ConfirmBooking(id));
    const lead = async () => (await as(ann, () => app.get(LeadsQueries).byIds([leadId]))).get(leadId);
    await until(async () => (await lead())?.status === 'booked');
  });

  test("another client's lead, and one that is not there, lead to nothing", async () => {
    const leadId = await post();
    await expect(book(cleo, bo, { leadId })).rejects.toMatchObject({ code: 'lead-not-yours' });
    await expect(book(ann, bo, { leadId: `lead-${randomUUID()}` })).rejects.toMatchObject({ code: 'lead-not-found' });
  });
});

describe('paying', () => {
  test('the deposit arrives, is kept once, and stands in the history as the work of the payer', async () => {
    const id = await book(ann, bo);
    await expect(send(bo, new RequestBookingPayment(id, 'deposit'))).rejects.toMatchObject({
      code: 'booking-not-allowed',
    });
    await expect(send(ann, new RequestBookingPayment(id, 'balance'))).rejects.toMatchObject({
      code: 'booking-deposit-first',
    });
    await payDeposit(id);
    expect(await seenBy(ann, id)).toMatchObject({ depositPaid: true, balancePaid: false, refundDue: 0 });
    await expect(send(ann, new RequestBookingPayment(id, 'deposit'))).rejects.toMatchObject({
      code: 'booking-already-paid',
    });
    const { url } = await send(ann, new RequestBookingPayment(id, 'balance'));
    await pay(ann, url);
    await until(async () => (await seenBy(ann, id)).balancePaid);
    expect(await historyOf(id)).toMatchObject([
      { entry: 'balance-paid', status: 'pending', changedByName: 'Ann Tester', notes: '$840.35' },
      { entry: 'deposit-paid', status: 'pending', changedBy: ann.id, notes: '$360.15' },
      { entry: 'requested', status: 'pending', changedBy: ann.id, notes: null },
    ]);
  });

  test('told again, under whatever key, a payment counts once', async () => {
    const id = await book(ann, bo);
    await payDeposit(id);
    const settled = await settledFor(`${id}/deposit`);
    for (const key of [undefined, randomUUID(), `${settled.id}/bookings.record-payment`])
      await app
        .get(Context)
        .run(originOf(worker), () => app.get(BookingsReactions).recordPayment.react(settled as never), key);
    const types = (await store.read<BookingEvents>(id)).map(({ type }) => type);
    expect(types).toEqual(['BookingRequested', 'BookingPaid']);
  });

  test('what was paid for something else is none of our business', async () => {
    const head = await store.head();
    for (const reference of [
      `lead-${randomUUID()}/${randomUUID()}`,
      `booking-${randomUUID()}/tip`,
      'booking-1/deposit',
    ]) {
      const data = { reference, paymentId: 'p1', sessionId: 's1', payerId: ann.id, chargeId: 'c1', amount: 1 };
      await as(worker, () => app.get(BookingsReactions).recordPayment.react({ type: 'PaymentSettled', data } as never));
      const back = { ...data, refundId: 'r1' };
      await as(worker, () =>
        app.get(BookingsReactions).recordRefund.react({ type: 'PaymentRefunded', data: back } as never),
      );
    }
    expect(await store.head()).toBe(head);
  });

  test('a paid deposit goes back in full, through the provider, when the booking is cancelled', async () => {
    const id = await book(ann, bo);
    await payDeposit(id);
    await send(bo, new CancelBooking(id, 'I fell ill'));
    expect(await seenBy(ann, id)).toMatchObject({ status: 'cancelled', depositPaid: false });
    const { data } = await settledFor(`${id}/deposit`);
    const refunded = await until(async () =>
      (await store.read<PaymentsPublished>(data.paymentId)).find(({ type }) => type === 'PaymentRefunded'),
    );
    expect(refunded.data).toMatchObject({ amount: 36_015, payerId: ann.id });
    await until(async () => (await seenBy(ann, id)).refundDue === 0);
    expect(await historyOf(id)).toMatchObject([
      { entry: 'refunded', status: 'cancelled', changedByName: 'Festoon', notes: '$360.15' },
      {
        entry: 'refund-due',
        status: 'cancelled',
        changedBy: bo.id,
        notes: '$360.15 goes back: the booking was cancelled',
      },
      { entry: 'cancelled', status: 'cancelled', changedByName: 'Bo Tester', notes: 'I fell ill' },
      { entry: 'deposit-paid' },
      { entry: 'requested' },
    ]);
  });

  test('a deposit given back at the provider’s own desk is due again, and can be paid again', async () => {
    const id = await book(ann, bo);
    await payDeposit(id);
    const { data } = await settledFor(`${id}/deposit`);
    const { sessionId, chargeId, amount } = data as PaymentsPublished['PaymentSettled'];
    const byHand = (part: number) =>
      app.get(PaymentsGateway).refund({ sessionId, chargeId, amount: part, idempotencyKey: `desk-${randomUUID()}` });
    const told = (many: number) =>
      until(async () => (await historyOf(id)).filter(({ entry }) => entry === 'refunded').length === many);
    await byHand(1_000);
    await told(1);
    expect(await seenBy(ann, id)).toMatchObject({ depositPaid: true, refundDue: 0 });
    await byHand(amount - 1_000);
    await told(2);
    expect(await seenBy(ann, id)).toMatchObject({
      status: 'pending',
      depositPaid: false,
      refundDue: 0,
      may: { payDeposit: true, payBalance: false },
    });
    await payDeposit(id);
    await send(ann, new CancelBooking(id));
    await told(3);
    expect(await seenBy(ann, id)).toMatchObject({ depositPaid: false, refundDue: 0 });
    expect((await historyOf(id))[0]).toMatchObject({ entry: 'refunded', notes: '$360.15' });
  });

  test('the way back of a second charge is told by the payment, not by the booking', async () => {
    const id = await book(ann, bo);
    await payDeposit(id);
    const { data } = await settledFor(`${id}/deposit`);
    const { reference, paymentId, payerId, amount, chargeId } = data as PaymentsPublished['PaymentSettled'];
    const told = (charge: string) => {
      const back = { reference, paymentId, payerId, amount, chargeId: charge, refundId: randomUUID() };
      const event = { type: 'PaymentRefunded', data: back } as never;
      return as(worker, () => app.get(BookingsReactions).recordRefund.react(event));
    };
    const types = async () => (await store.read<BookingEvents>(id)).map(({ type }) => type);
    await expect(
      app.get(BookingsReactions).recordRefund.react({
        type: 'PaymentRefunded',
        data: { reference, paymentId: `payment-${randomUUID()}`, payerId, amount, chargeId, refundId: randomUUID() },
      } as never),
    ).rejects.toThrow('has not settled yet');
    await told('ch_second');
    expect(await types()).toEqual(['BookingRequested', 'BookingPaid']);
    await told(chargeId);
    expect(await types()).toEqual(['BookingRequested', 'BookingPaid', 'BookingRefunded']);
  });

  test('money that arrives after the booking was cancelled goes back', async () => {
    const id = await book(ann, bo);
    const { url } = await send(ann, new RequestBookingPayment(id, 'deposit'));
    await send(ann, new CancelBooking(id));
    await pay(ann, url);
    await until(async () => (await historyOf(id)).some(({ entry }) => entry === 'refunded'));
    expect((await historyOf(id)).slice(0, 2)).toMatchObject([
      { entry: 'refunded', status: 'cancelled', changedByName: 'Festoon', notes: '$360.15' },
      { entry: 'refund-due', status: 'cancelled', changedByName: 'Festoon' },
    ]);
    await expect(send(ann, new RequestBookingPayment(id, 'deposit'))).rejects.toMatchObject({
      code: 'booking-cancelled',
    });
  });
});

describe('confirming', () => {
  test('one day, one booking; the other one stays pending', async () => {
    const eventDate = nextDate();
    const [first, second] = [await book(ann, bo, { eventDate }), await book(cleo, bo, { eventDate })];
    await send(bo, new ConfirmBooking(first));
    await expect(send(bo, new ConfirmBooking(second))).rejects.toMatchObject({ code: 'creator-day-taken' });
    expect([(await seenBy(ann, first)).status, (await seenBy(cleo, second)).status]).toEqual(['confirmed', 'pending']);
  });

  test('a hold is looked after half a minute later, and let go unless it led to a confirmed booking', async () => {
    const reactions = app.get(BookingsReactions);
    expect(reactions.releaseUnconfirmedDay).toMatchObject({ to: 'CreatorDayReserved', delay: 30_000 });
    const date = nextDate();
    const id = await book(ann, bo, { eventDate: date });
    const reserved = { creatorId: bo.id, date, bookingId: id, attempt: 0 };
    const stream = creatorDayOf(bo.id, date);
    await as(bo, () => store.append(stream, 0, [{ type: 'CreatorDayReserved', data: reserved }]));
    await as(worker, () =>
      reactions.releaseUnconfirmedDay.react({ type: 'CreatorDayReserved', data: reserved } as never),
    );
    expect((await store.read(stream)).map(({ type }) => type)).toEqual(['CreatorDayReserved', 'CreatorDayReleased']);
    await send(bo, new ConfirmBooking(id));
    expect(await seenBy(ann, id)).toMatchObject({ status: 'confirmed' });
  });

  test('a cancelled booking does not keep its day', async () => {
    const date = nextDate();
    const id = await book(ann, bo, { eventDate: date });
    const stream = creatorDayOf(bo.id, date);
    const reserved = { creatorId: bo.id, date, bookingId: id, attempt: 0 };
    await as(bo, () => store.append(stream, 0, [{ type: 'CreatorDayReserved', data: reserved }]));
    await send(ann, new CancelBooking(id));
    await until(async () => (await store.read(stream)).at(-1)?.type === 'CreatorDayReleased');
  });

  test('staff says why, and the history shows it', async () => {
    const id = await book(ann, bo);
    await expect(send(sue, new ConfirmBooking(id))).rejects.toMatchObject({ code: 'booking-reason-missing' });
    await send(sue, new ConfirmBooking(id, 'Asked by phone'));
    expect((await historyOf(id))[0]).toMatchObject({ entry: 'confirmed', changedBy: sue.id, notes: 'Asked by phone' });
    await expect(send(sue, new CompleteBooking(id, 'Delivered'))).rejects.toMatchObject({ code: 'booking-not-over' });
  });
});

describe('over HTTP', () => {
  test('a booking is created, read, listed, confirmed, and its history read', async () => {
    const created = await call(ann, 'POST', '/api/v1/bookings', {
      ...(await wishOf(bo)),
      totalAmount: 1,
      depositAmount: 1,
    });
    expect(created.statusCode).toBe(201);
    const { id, position } = created.json<{ id: string; position: string }>();
    expect(BigInt(position)).toBeGreaterThan(0n);
    await app.get(Projector).passed(BigInt(position));
    expect((await call(bo, 'POST', `/api/v1/bookings/${id}/confirm`)).statusCode).toBe(204);
    await until(async () => (await seenBy(ann, id)).status === 'confirmed');
    expect((await call(ann, 'GET', `/api/v1/bookings/${id}`)).json()).toMatchObject({ id, totalAmount: 120_050 });
    const history = await call(bo, 'GET', `/api/v1/bookings/${id}/history`);
    expect(history.json()).toMatchObject({ items: [{ entry: 'confirmed' }, { entry: 'requested' }] });
    const list = await call(ann, 'GET', '/api/v1/bookings?status=confirmed&limit=100');
    expect(list.json<{ items: { id: string }[] }>().items.map((item) => item.id)).toContain(id);
  });

  test('cancelling takes a reason or none', async () => {
    const [one, two] = [await book(ann, bo), await book(ann, bo)];
    expect((await call(ann, 'POST', `/api/v1/bookings/${one}/cancel`, { reason: 'rain' })).statusCode).toBe(204);
    expect((await call(ann, 'POST', `/api/v1/bookings/${two}/cancel`)).statusCode).toBe(204);
    const long = await call(ann, 'POST', `/api/v1/bookings/${one}/cancel`, { reason: 'x'.repeat(501) });
    expect(long.statusCode).toBe(400);
  });

  test('a checkout is opened by function', async () => {
    const answer = await call(ann, 'POST', '/functions/v1/create-booking-payment', {
      bookingId: await book(ann, bo),
      paymentType: 'deposit',
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ url: expect.stringMatching(/^http:\/\/.+/) });
  });

  test.each([
    [{ packageId: '' }, 'Please select a package'],
    [{ eventType: ' ' }, 'Event type is required'],
    [{ eventDate: '' }, 'Event date is required'],
    [{ eventLocation: '' }, 'Location is required'],
    [{ creatorId: '' }, 'Creator not specified'],
  ])('%j is answered with "%s"', async (wrong, message) => {
    const answer = await call(ann, 'POST', '/api/v1/bookings', { ...(await wishOf(bo)), ...wrong });
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toContain(message);
  });

  test('an id of something else is no id of a booking', async () => {
    for (const id of [`lead-${randomUUID()}`, 'booking-1', `creator-day-${randomUUID()}-2999-01-01`])
      expect((await call(ann, 'GET', `/api/v1/bookings/${id}`)).statusCode).toBe(400);
  });
});

describe('lists', () => {
  test('pages go through all of a person’s bookings once, the newest first; the first one counts them', async () => {
    const eve = await register('client', 'Eve');
    const ids = [];
    for (let i = 0; i < 5; i++) ids.unshift(await book(eve, bo));
    await send(eve, new CancelBooking(ids[0] ?? ''));
    const first = await as(eve, () => bookings.mine({ limit: 2 }));
    expect(first.counts).toEqual({ all: 5, pending: 4, confirmed: 0, completed: 0, cancelled: 1 });
    const seen = first.items.map(({ id }) => id as string);
    for (let cursor = first.nextCursor; cursor; ) {
      const next = { limit: 2, cursor };
      const page = await as(eve, () => bookings.mine(next));
      expect(page.counts).toBeUndefined();
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(ids);
    const cancelled = await as(eve, () => bookings.mine({ limit: 20, status: 'cancelled' }));
    expect(cancelled.items.map(({ id }) => id)).toEqual([ids[0]]);
    await expect(as(eve, () => bookings.mine({ limit: 2, cursor: 'x' }))).rejects.toMatchObject({ status: 400 });
  });

  test('the dashboard asks for a person’s counts and newest, the gateway for the parties', async () => {
    const fay = await register('client', 'Fay');
    const ids = [await book(fay, bo), await book(fay, dan)];
    expect(await bookings.counts(fay.id)).toMatchObject({ all: 2, pending: 2 });
    expect((await as(fay, () => bookings.newest(fay.id, 1))).map(({ id }) => id)).toEqual([ids[1]]);
    expect(await bookings.parties(ids[0] ?? '')).toEqual({ clientId: fay.id, creatorId: bo.id });
    expect(await bookings.parties(`booking-${randomUUID()}`)).toBeUndefined();
  });

  test('the socket is told what the history holds, and nothing of other streams', async () => {
    const id = await book(ann, bo);
    const [requested] = await store.read(id);
    expect(requested && bookings.messageOf(requested)).toEqual({
      bookingId: id,
      status: 'pending',
      changedBy: ann.id,
      createdAt: requested?.at,
      position: String(requested?.position),
    });
    const [other] = await store.read(`user-${ann.id}`);
    expect(other && bookings.messageOf(other)).toBeUndefined();
  });
});

describe('somebody closes their account', () => {
  const cancelledFor = async (other: Actor, id: string) => {
    await until(async () => (await seenBy(other, id)).status === 'cancelled');
    return (await as(other, () => bookings.history(id))).items;
  };

  test('the client: what waits for an answer is cancelled, once, and the creator reads why', async () => {
    const hal = await register('client', 'Hal');
    const [asked, standing, others] = [await book(hal, bo), await book(hal, bo), await book(ann, bo)];
    await send(bo, new ConfirmBooking(standing));
    await send(hal, new ErasePerson(hal.id));
    expect((await cancelledFor(bo, asked))[0]).toMatchObject({
      entry: 'cancelled',
      changedByName: 'Festoon',
      notes: 'The client has closed their account',
    });
    const erased = (await store.read(`user-${hal.id}`)).at(-1);
    const cancelled = (await store.read<BookingEvents>(asked)).at(-1);
    expect(cancelled).toMatchObject({
      data: { reason: null, cancelledBy: hal.id, why: 'client-left' },
      by: { id: expect.stringMatching(/^bookings\.cancel-(late-)?bookings$/), kind: 'worker' },
      causation: erased?.id,
    });
    for (const again of ['cancelBookings', 'cancelLateBookings'] as const)
      await as(worker, () => app.get(BookingsReactions)[again].react(erased as never));
    expect((await store.read(asked)).map(({ type }) => type)).toEqual(['BookingRequested', 'BookingCancelled']);
    expect((await seenBy(bo, standing)).status).toBe('confirmed');
    expect((await seenBy(bo, others)).status).toBe('pending');
  });

  test('the creator: the client reads why, and gets back what was paid', async () => {
    const ida = await register('creator', 'Ida');
    await offering(ida);
    const id = await book(ann, ida);
    await payDeposit(id);
    await send(ida, new ErasePerson(ida.id));
    const said = (await cancelledFor(ann, id)).find(({ entry }) => entry === 'cancelled');
    expect(said?.notes).toBe('The creator has closed their account');
    await until(async () => (await historyOf(id))[0]?.entry === 'refunded');
    expect(await seenBy(ann, id)).toMatchObject({ depositPaid: false, refundDue: 0 });
  });

  test('somebody waits for them where a booking is confirmed or paid for, and for nobody else', async () => {
    const [jo, kim] = [await register('client', 'Jo'), await register('creator', 'Kim')];
    await offering(kim);
    const [second, first, asked] = [await book(jo, kim), await book(jo, kim), await book(jo, kim)];
    expect([await bookings.isAwaited(jo.id), await bookings.awaiting(kim.id)]).toEqual([false, []]);
    await send(kim, new ConfirmBooking(second));
    const { url } = await send(jo, new RequestBookingPayment(first, 'deposit'));
    await pay(jo, url);
    await until(async () => (await seenBy(jo, first)).depositPaid);
    for (const { id } of [jo, kim]) {
      expect(await bookings.isAwaited(id)).toBe(true);
      expect(await bookings.awaiting(id)).toEqual([
        { id: second, status: 'confirmed', eventDate: expect.any(String) },
        { id: first, status: 'pending', eventDate: expect.any(String) },
      ]);
      expect(await bookings.pendingOf(id)).toEqual(expect.arrayContaining([first, asked]));
    }
  });
});

test('a person who is erased leaves bookings without their words', async () => {
  const gil = await register('client', 'Gil');
  const wish = { ...(await wishOf(bo)), eventName: 'Gil turns 40', eventDescription: 'Surprise!' };
  const id = await send(gil, new RequestBooking(wish));
  expect(await seenBy(bo, id)).toMatchObject({ eventName: 'Gil turns 40', eventLocation: occasion.eventLocation });
  await app.get(PersonalDataKeys).erase(gil.id);
  for (const name of ['bookings_v2', 'booking_history_v2', 'users_v1']) await app.get(Projector).rebuild(name);
  expect(await seenBy(bo, id)).toMatchObject({
    client: { id: gil.id, displayName: 'Former member' },
    eventName: null,
    eventDescription: null,
    eventLocation: '',
    totalAmount: 120_050,
  });
});

test('in the end every read table equals a fresh fold of the log', async () => {
  await app.get(Projector).passed(await store.head());
  expect(await app.get(Projector).verify()).toEqual(new Map());
});
