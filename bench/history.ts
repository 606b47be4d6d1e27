// Writes a long history of the marketplace: events in their real shapes, through the port, so that the log is valid.
import { randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { galleryIdOf } from '#galleries';
import type { Facts, Message, Origin } from '#kernel';
import type { Context } from '#platform/context';
import type { EventStore } from '#platform/event-store';

type Event = Message<Facts>;
type Sample = { readonly type: string; readonly shape: number; readonly data: object };
/**
 * `expected` is `next` for a stream that several clients share. `inSameRequest` is set if the events result from the same
 * request as those of the append before.
 */
type Append = readonly [stream: string, expected: number | 'next', events: readonly Event[], inSameRequest?: boolean];

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

const lastNames =
  'Archer,Becker,Castillo,Dubois,Eriksen,Fontaine,Hughes,Ivanova,Jansen,Moreau,Okafor,Quinn,Tanaka'.split(',');
const personOf = (userId: string) => ({
  userId,
  email: `${userId}@bench.example`,
  lastName: lastNames[Math.floor(Math.random() * lastNames.length)],
});

/** A creator signs up, completes the onboarding and offers three packages. */
function* creatorSignUp(creatorId: string): Generator<Append> {
  const offers = Array.from({ length: 3 }, () => event('PackageOffered', { creatorId, packageId: randomUUID() }));
  yield signUp(creatorId, 'creator');
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

const signUp = (userId: string, role: 'client' | 'creator'): Append => [
  `user-${userId}`,
  0,
  [event('UserRegistered', { ...personOf(userId), role }), event('EmailVerified', { userId })],
];

/** One payment, from its request until it is settled. */
const settledPayment = (paymentId: string, reference: string, payerId: string): Append => {
  const sessionId = `cs_sandbox_${randomUUID()}`;
  return [
    paymentId,
    0,
    [
      event('PaymentRequested', { reference, payerId }),
      event('CheckoutOpened', { sessionId }),
      event('PaymentSettled', { reference, paymentId, sessionId, payerId }),
    ],
  ];
};

/** A lead that these buyers unlock. */
function* soldLead(leadId: string, clientId: string, buyers: readonly string[]): Generator<Append> {
  const purchases: Event[] = [];
  for (const buyerId of buyers) {
    const paymentId = `payment-${randomUUID()}`;
    yield settledPayment(paymentId, `${leadId}/${buyerId}`, buyerId);
    purchases.push(
      event('LeadPlaceReserved', { buyerId }),
      event('LeadCheckoutOpened', { buyerId, paymentId }),
      event('LeadPurchased', { buyerId, paymentId }),
    );
  }
  yield [leadId, 0, [event('LeadPosted', { clientId }), ...purchases, event('LeadBooked', { bookingId: null })]];
}

/** A booking from its request to its completion, with deposit and balance paid. Some of them stop on the way. */
function* bookingHistory(clientId: string, creatorId: string, leadId: string): Generator<Append> {
  const id = `booking-${randomUUID()}`;
  const parties = { clientId, creatorId, createdBy: clientId, leadId, packageId: randomUUID() };
  const daysAhead = Math.floor(Math.random() * 900) - 600;
  const eventDate = new Date(Date.now() + daysAhead * 86_400_000).toISOString().slice(0, 10);
  const requested = event('BookingRequested', { ...parties, eventDate });
  const outcome = Math.random();
  if (outcome < 0.03) {
    yield [id, 0, [requested]];
    return;
  }
  if (outcome < 0.06) {
    const cancelled = event('BookingCancelled', { cancelledBy: clientId, rule: 'pending', percent: 100 });
    yield [id, 0, [requested, cancelled]];
    return;
  }
  const [deposit, balance] = [`payment-${randomUUID()}`, `payment-${randomUUID()}`];
  const paid = (part: string, paymentId: string, status: string) =>
    event('BookingPaid', { part, paymentId, payerId: clientId, status });
  const confirmed = [requested, paid('deposit', deposit, 'pending'), event('BookingConfirmed', { eventDate })];
  yield settledPayment(deposit, `${id}/deposit`, clientId);
  yield [
    `creator-day-${creatorId}-${randomUUID()}`,
    0,
    [event('CreatorDayReserved', { creatorId, bookingId: id, date: eventDate })],
  ];
  if (outcome < 0.08 || daysAhead > 14) {
    const isOverdue = outcome < 0.07;
    yield [id, 0, [...confirmed, ...(isOverdue ? [event('BookingBalanceOverdue', { dueDate: eventDate })] : [])]];
    return;
  }
  const dispute = { raisedBy: clientId, clientId, creatorId, status: 'completed' };
  yield settledPayment(balance, `${id}/balance`, clientId);
  const gallery = event('GalleryCreated', { bookingId: id, creatorId, clientId, eventDate, dueDate: eventDate });
  yield [galleryIdOf(id), 0, [gallery]];
  yield [
    id,
    0,
    [
      ...confirmed,
      paid('balance', balance, 'confirmed'),
      event('BookingCompleted'),
      ...(outcome > 0.998 ? [event('BookingDisputed', dispute)] : []),
    ],
  ];
  const earned = event('BookingEarningsRecorded', { bookingId: id });
  yield [`payout-account-${creatorId}`, 'next', [earned], true];
  yield* notifications(clientId, creatorId);
  yield* conversation(clientId, creatorId, id);
}

/** What the parties of a completed booking were notified of, also by email. */
function* notifications(...people: readonly string[]): Generator<Append> {
  for (const personId of [...people, ...people, ...people])
    yield [
      `notification-${randomUUID()}`,
      0,
      [event('NotificationSent', { personId }), event('NotificationEmailed')],
      true,
    ];
}

/** Four messages about a booking. */
function* conversation(clientId: string, creatorId: string, bookingId: string): Generator<Append> {
  const threadId = `thread-${randomUUID()}`;
  yield [threadId, 0, [event('ThreadOpened', { clientId, creatorId, bookingId, leadId: null })]];
  for (const [senderId, recipientId] of [
    [clientId, creatorId],
    [creatorId, clientId],
    [clientId, creatorId],
    [creatorId, clientId],
  ])
    yield [`message-${randomUUID()}`, 0, [event('MessageSent', { threadId, senderId, recipientId })]];
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
  yield signUp(clientId, 'client');
  yield* soldLead(leadId, clientId, buyers);
  yield* bookingHistory(clientId, buyers[0] ?? clientId, leadId);
}

const concurrentWriters = 128;

/** Writes at least `events` events, with many users acting concurrently. Returns how many were written. */
export const writeHistory = async (store: EventStore, context: Context, events: number): Promise<number> => {
  const creators: string[] = [];
  const shared = new Map<string, Promise<number>>();
  let writtenCount = 0;
  /** Appends after the events that are being appended to this stream. Resolves to the number of its last event. */
  const appendNext = (stream: string, newEvents: readonly Event[]): Promise<number> => {
    const appended = (shared.get(stream) ?? Promise.resolve(0)).then(async (last) => {
      await store.append(stream, last, newEvents);
      return last + newEvents.length;
    });
    shared.set(stream, appended);
    return appended;
  };
  const writer = async () => {
    let origin = randomOrigin();
    while (writtenCount < events)
      for (const [stream, expected, newEvents, inSameRequest] of clientHistory(creators)) {
        if (!inSameRequest) origin = randomOrigin();
        await context.run(origin, () =>
          expected === 'next' ? appendNext(stream, newEvents) : store.append(stream, expected, newEvents),
        );
        writtenCount += newEvents.length;
      }
  };
  await Promise.all(Array.from({ length: concurrentWriters }, writer));
  return writtenCount;
};

/** Most events are those of users, a third of workers and webhooks, and very few of staff. */
const randomOrigin = (): Origin => {
  const request = randomUUID();
  const share = Math.random();
  const [kind, source] = (
    share < 0.0001
      ? ['staff', 'web']
      : share < 0.25
        ? ['worker', 'worker']
        : share < 0.34
          ? ['webhook', 'webhook']
          : ['user', 'web']
  ) as [Origin['by']['kind'], Origin['source']];
  const isPerson = kind === 'user' || kind === 'staff';
  return {
    by: { id: isPerson ? randomUUID() : kind, kind, role: kind === 'user' ? 'client' : kind },
    source,
    request,
    correlation: request,
    causation: request,
  };
};
