// Writes a long history of the marketplace: events in their real shapes, through the port, so that the log is valid.
import { randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import type { Facts, Message, Origin } from '#kernel';
import type { Context } from '#platform/context';
import type { EventStore } from '#platform/event-store';

type Event = Message<Facts>;
type Sample = { readonly type: string; readonly shape: number; readonly data: object };
type Append = readonly [stream: string, expected: number, events: readonly Event[]];

const root = new URL('../', import.meta.url).pathname;
/** A sample of the newest shape of every event, by type. */
const samples = new Map(
  globSync(`${root}libs/*/src/**/*.samples.json`)
    .flatMap((file) => JSON.parse(readFileSync(file, 'utf8')) as Sample[])
    .map(({ type, data }) => [type, data]),
);

const event = (type: string, own: object = {}): Event => {
  const data = samples.get(type);
  if (!data) throw new Error(`There is no sample of ${type}`);
  return { type, data: { ...data, ...own } };
};

/** A creator signs up, completes the onboarding and offers three packages. */
function* creatorSignUp(creatorId: string): Generator<Append> {
  const offers = Array.from({ length: 3 }, () => event('PackageOffered', { creatorId, packageId: randomUUID() }));
  yield [`user-${creatorId}`, 0, [event('UserRegistered', { userId: creatorId, role: 'creator' })]];
  yield [`user-${creatorId}`, 1, [event('EmailVerified', { userId: creatorId })]];
  yield [
    `creator-${creatorId}`,
    0,
    [
      event('ProfileOpened', { creatorId }),
      event('ProfileDescribed', { creatorId }),
      event('ServiceOffered', { creatorId }),
      event('LocationAdded', { creatorId, locationId: randomUUID() }),
      ...offers,
      event('OnboardingCompleted', { creatorId }),
    ],
  ];
}

/** One payment, from its request until it is settled. */
function* settledPayment(paymentId: string, reference: string, payerId: string): Generator<Append> {
  const sessionId = `cs_sandbox_${randomUUID()}`;
  yield [paymentId, 0, [event('PaymentRequested', { reference, payerId })]];
  yield [paymentId, 1, [event('CheckoutOpened', { sessionId })]];
  yield [paymentId, 2, [event('PaymentSettled', { reference, paymentId, sessionId, payerId })]];
}

/** A lead that these buyers unlock. */
function* soldLead(leadId: string, clientId: string, buyers: readonly string[]): Generator<Append> {
  yield [leadId, 0, [event('LeadPosted', { clientId })]];
  for (const [i, buyerId] of buyers.entries()) {
    const paymentId = `payment-${randomUUID()}`;
    yield [leadId, 3 * i + 1, [event('LeadPlaceReserved', { buyerId })]];
    yield* settledPayment(paymentId, `${leadId}/${buyerId}`, buyerId);
    yield [
      leadId,
      3 * i + 2,
      [event('LeadCheckoutOpened', { buyerId, paymentId }), event('LeadPurchased', { buyerId, paymentId })],
    ];
  }
}

/** A booking from its request to its completion, with deposit and balance paid. */
function* completedBooking(clientId: string, creatorId: string, leadId: string): Generator<Append> {
  const id = `booking-${randomUUID()}`;
  const day = `creator-day-${creatorId}-${randomUUID()}`;
  const [deposit, balance] = [`payment-${randomUUID()}`, `payment-${randomUUID()}`];
  const parties = { clientId, creatorId, createdBy: clientId, leadId, packageId: randomUUID() };
  yield [id, 0, [event('BookingRequested', parties)]];
  yield* settledPayment(deposit, `${id}/deposit`, clientId);
  yield [id, 1, [event('BookingPaid', { part: 'deposit', paymentId: deposit, payerId: clientId })]];
  yield [day, 0, [event('CreatorDayReserved', { creatorId, bookingId: id, date: '2027-06-19' })]];
  yield [id, 2, [event('BookingConfirmed')]];
  yield* settledPayment(balance, `${id}/balance`, clientId);
  yield [
    id,
    3,
    [event('BookingPaid', { part: 'balance', paymentId: balance, payerId: clientId, status: 'confirmed' })],
  ];
  yield [id, 4, [event('BookingCompleted')]];
}

/**
 * A client signs up, posts a lead that two creators unlock, and books one of them. Sometimes a creator signs up first.
 */
function* clientHistory(creators: string[]): Generator<Append> {
  if (creators.length < 2 || Math.random() < 0.05) {
    const creatorId = randomUUID();
    yield* creatorSignUp(creatorId);
    creators.push(creatorId);
  }
  const [clientId, leadId] = [randomUUID(), `lead-${randomUUID()}`];
  const first = Math.floor(Math.random() * creators.length);
  const buyers = [...new Set([creators[first] ?? clientId, creators[(first + 1) % creators.length] ?? clientId])];
  yield [`user-${clientId}`, 0, [event('UserRegistered', { userId: clientId })]];
  yield [`user-${clientId}`, 1, [event('EmailVerified', { userId: clientId })]];
  yield* soldLead(leadId, clientId, buyers);
  yield* completedBooking(clientId, buyers[0] ?? clientId, leadId);
  yield [leadId, 3 * buyers.length + 1, [event('LeadBooked', { bookingId: null })]];
}

const concurrentWriters = 128;

/** Writes at least `events` events, with many users acting concurrently. Returns how many were written. */
export const writeHistory = async (store: EventStore, context: Context, events: number): Promise<number> => {
  const creators: string[] = [];
  let writtenCount = 0;
  const writer = async () => {
    while (writtenCount < events)
      for (const [stream, expected, newEvents] of clientHistory(creators)) {
        await context.run(randomOrigin(), () => store.append(stream, expected, newEvents));
        writtenCount += newEvents.length;
      }
  };
  await Promise.all(Array.from({ length: concurrentWriters }, writer));
  return writtenCount;
};

const randomOrigin = (): Origin => {
  const request = randomUUID();
  return {
    by: { id: randomUUID(), kind: 'user', role: 'client' },
    source: 'web',
    request,
    correlation: request,
    causation: request,
  };
};
