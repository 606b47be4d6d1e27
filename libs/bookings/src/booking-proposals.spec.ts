import { describe, expect, test } from '@jest/globals';
import { type Actor, type Message, replay } from '#kernel';
import { given } from '#kernel/testing';
import { type BookingCommands, type BookingEvents, booking, isDue } from './booking.ts';
import { requestedFacts } from './booking-request.suite.ts';
import type { ProposedChanges, ProposedPackage } from './proposal.ts';

type Event = Message<BookingEvents>;
const ann: Actor = { id: 'ann', kind: 'user', role: 'client' };
const bo: Actor = { id: 'bo', kind: 'user', role: 'creator' };
const eve: Actor = { id: 'eve', kind: 'user', role: 'creator' };
const sue: Actor = { id: 'sue', kind: 'staff', role: 'support' };
const worker: Actor = { id: 'bookings.worker', kind: 'worker', role: 'reaction' };

const requested: Event = { type: 'BookingRequested', data: { ...requestedFacts, eventLocation: 'Old mill' } };
const confirmed: Event = {
  type: 'BookingConfirmed',
  data: {
    eventDate: '2026-06-20',
    durationDays: 1,
    startTime: null,
    timeZone: 'UTC',
    graceUntil: null,
    depositDueAt: '2026-01-08T00:00:00.000Z',
    balanceDueDate: '2026-06-06',
    unpaidCancellableFrom: '2026-06-17T00:00:00.000Z',
  },
};
const paid = (part: 'deposit' | 'balance', amount: number): Event => ({
  type: 'BookingPaid',
  data: { part, paymentId: part, amount, payerId: 'ann', status: 'confirmed' },
});
const twoDays: ProposedPackage = {
  packageId: 'p-2',
  packageName: 'Two days',
  durationHours: 16,
  deliverables: ['600 edited photos'],
  price: 200_000,
};
const offer = {
  creatorId: 'bo',
  name: 'Two days',
  price: 200_000,
  durationHours: 16,
  deliverables: ['600 edited photos'],
  isActive: true,
  refundTerms: { policy: 'standard', fullRefundDays: 30, halfRefundDays: 7 },
  serviceType: 'dj',
};
const day = { taken: false, blocked: false, off: false, noticeDays: 0 };
const nothing: ProposedChanges = {
  eventDate: null,
  durationDays: null,
  startTime: null,
  eventLocation: null,
  timeZone: null,
  package: null,
};
const propose = (changes: Partial<ProposedChanges>): BookingCommands['propose'] => ({
  changes: { ...nothing, ...changes },
  offer: changes.package ? offer : null,
  day,
});
const proposed = (number: number, by: Actor, changes: Partial<BookingEvents['BookingChangeProposed']>): Event => ({
  type: 'BookingChangeProposed',
  data: {
    number,
    proposedBy: by.id,
    clientId: 'ann',
    creatorId: 'bo',
    eventDate: null,
    durationDays: null,
    startTime: null,
    timeZone: null,
    eventLocation: null,
    packageId: null,
    packageName: null,
    deliverables: null,
    durationHours: null,
    price: null,
    status: 'confirmed',
    ...changes,
  },
});
const asPackage = {
  packageId: 'p-2',
  packageName: 'Two days',
  deliverables: ['600 edited photos'],
  durationHours: 16,
};
const changed = (data: Partial<BookingEvents['BookingChanged']>): Event => ({
  type: 'BookingChanged',
  data: {
    number: 1,
    clientId: 'ann',
    creatorId: 'bo',
    previousDate: '2026-06-20',
    previousDurationDays: 1,
    previousStartTime: null,
    attempt: 0,
    eventDate: '2026-06-20',
    durationDays: 1,
    startTime: null,
    timeZone: 'UTC',
    eventLocation: null,
    packageId: null,
    packageName: null,
    deliverables: null,
    durationHours: null,
    due: { deposit: 30_000, balance: 70_000 },
    expiresAt: null,
    depositDueAt: '2026-01-08T00:00:00.000Z',
    balanceDueDate: '2026-06-06',
    unpaidCancellableFrom: '2026-06-17T00:00:00.000Z',
    status: 'confirmed',
    ...data,
  },
});
const movedDays = {
  eventDate: '2026-07-04',
  durationDays: 1,
  startTime: null,
  timeZone: 'UTC',
  balanceDueDate: '2026-06-20',
  unpaidCancellableFrom: '2026-07-01T00:00:00.000Z',
};
const newDate = proposed(1, bo, { eventDate: '2026-07-04' });
const newPlace = proposed(1, bo, { eventLocation: 'Boat house' });
const newPackage = proposed(1, bo, { ...asPackage, price: 200_000 });
const accept = (number = 1, daysReserved = true) => ({ number, attempt: 0, daysReserved });
const stateOf = (...events: readonly Event[]) => replay(booking, events);

describe('proposing a change', () => {
  test('either party proposes another date, place or package of a pending or confirmed booking', () => {
    given(booking, requested, confirmed)
      .when('propose', propose({ eventDate: '2026-07-04' }), bo)
      .emits(newDate);
    given(booking, requested, confirmed)
      .when('propose', propose({ eventLocation: 'Boat house' }), bo)
      .emits(newPlace);
    given(booking, requested, confirmed)
      .when('propose', propose({ package: twoDays }), bo)
      .emits(newPackage);
    given(booking, requested)
      .when('propose', propose({ eventLocation: 'Boat house' }), ann)
      .emits(proposed(1, ann, { eventLocation: 'Boat house', status: 'pending' }));
  });

  test('either party proposes an event without a start time, which removes it once it is accepted', () => {
    const at10 = { ...requested, data: { ...requested.data, startTime: '10:00' } } as Event;
    const at10Confirmed = { ...confirmed, data: { ...confirmed.data, startTime: '10:00' } } as Event;
    const removal = propose({ removesStartTime: true });
    const proposal = proposed(1, bo, { removesStartTime: true });
    given(booking, at10, at10Confirmed).when('propose', removal, bo).emits(proposal);
    given(booking, requested, confirmed).when('propose', removal, bo).refuses('booking-proposal-empty');
    given(booking, at10, at10Confirmed, proposal)
      .when('acceptProposal', accept(1, false), ann)
      .emits(changed({ previousStartTime: '10:00', startTime: null }));
  });

  test('the notice is counted at the proposed place', () => {
    const noticed = { ...day, noticeDays: 3 };
    const at = '2026-06-25T03:00:00.000Z';
    const moved = (timeZone: string | null) => ({
      ...propose({ eventDate: '2026-06-27', eventLocation: timeZone && 'Beach', timeZone }),
      day: noticed,
    });
    const later = { ...requested, data: { ...requested.data, eventDate: '2026-07-10' } } as Event;
    const laterConfirmed = { ...confirmed, data: { ...confirmed.data, eventDate: '2026-07-10' } } as Event;
    const by = given(booking, later, laterConfirmed);
    by.when('propose', moved(null), ann, at).refuses('creator-day-notice');
    // In Honolulu it is still June 24.
    by.when('propose', moved('Pacific/Honolulu'), ann, at).emits(
      proposed(1, ann, { eventDate: '2026-06-27', eventLocation: 'Beach', timeZone: 'Pacific/Honolulu' }),
    );
  });

  test('a refusal speaks of several days if the event has several', () => {
    const refused = (changes: Partial<ProposedChanges>, busy: Partial<typeof day>, by: Actor = ann) => {
      const facts = { ...propose(changes), day: { ...day, ...busy } };
      const at = '2026-01-01T00:00:00.000Z';
      return () => booking.decide.propose(stateOf(requested, confirmed), { facts, by, at });
    };
    const threeDays = { eventDate: '2026-07-04', durationDays: 3 };
    expect(refused(threeDays, { taken: true })).toThrow(
      'One of these days is already booked. Please choose other days.',
    );
    expect(refused(threeDays, { off: true })).toThrow(
      'This professional is not available on at least one of these days. Please choose other days.',
    );
    expect(refused(threeDays, { blocked: true }, bo)).toThrow(
      'You have blocked one of these days. Unblock it in your settings, or choose other days.',
    );
    expect(refused({ eventDate: '2026-07-04' }, { taken: true })).toThrow(
      'This date is already booked. Please choose another date.',
    );
  });

  test('a counter-offer replaces the proposal and has the next number', () => {
    given(booking, requested, confirmed, newDate)
      .when('propose', propose({ eventDate: '2026-07-11' }), ann)
      .emits(proposed(2, ann, { eventDate: '2026-07-11' }));
    const counter = proposed(2, ann, { eventDate: '2026-07-11' });
    given(booking, requested, confirmed, newDate, counter)
      .when('acceptProposal', accept(1), ann)
      .refuses('booking-proposal-outdated');
  });

  test('a proposal changes something, on a date that the professional can take', () => {
    const by = given(booking, requested, confirmed);
    by.when('propose', propose({}), ann).refuses('booking-proposal-empty');
    by.when('propose', propose({ eventDate: '2026-06-20' }), ann).refuses('booking-proposal-empty');
    by.when('propose', propose({ eventDate: '2025-12-31' }), ann).refuses('booking-date-past');
    const taken = { ...propose({ eventDate: '2026-07-04' }), day: { ...day, taken: true } };
    by.when('propose', taken, ann).refuses('creator-day-taken');
    by.when('propose', { ...propose({ package: twoDays }), offer: null }, ann).refuses('package-unavailable');
    const foreign = { ...propose({ package: twoDays }), offer: { ...offer, creatorId: 'eve' } };
    by.when('propose', foreign, ann).refuses('package-unavailable');
  });

  test('only the parties, and only before the event and the end of the booking', () => {
    const change = propose({ eventLocation: 'Boat house' });
    given(booking, requested).when('propose', change, eve).refuses('booking-not-yours');
    given(booking, requested).when('propose', change, sue).refuses('booking-not-allowed');
    given(booking, requested).when('propose', change, ann, '2026-01-07T00:00:00.000Z').refuses('booking-expired');
    given(booking, requested, confirmed)
      .when('propose', change, ann, '2026-06-21T00:00:00.000Z')
      .refuses('booking-date-past');
    given(booking, requested, confirmed, { type: 'BookingCompleted', data: {} })
      .when('propose', change, ann)
      .refuses('booking-already-ended');
  });
});

describe('answering a proposal', () => {
  test('the other party accepts it; its author cannot', () => {
    given(booking, requested, confirmed, newPlace)
      .when('acceptProposal', accept(), ann)
      .emits(changed({ eventLocation: 'Boat house' }));
    given(booking, requested, confirmed, newPlace).when('acceptProposal', accept(), bo).refuses('booking-not-allowed');
  });

  test('another date of a confirmed booking needs its day, and moves the deadlines that follow from it', () => {
    given(booking, requested, confirmed, newDate)
      .when('acceptProposal', accept(1, false), ann)
      .refuses('booking-changed-concurrently');
    given(booking, requested, confirmed, newDate)
      .when('acceptProposal', { ...accept(), attempt: 1 }, ann)
      .refuses('booking-changed-concurrently');
    given(booking, requested, confirmed, newDate).when('acceptProposal', accept(), ann).emits(changed(movedDays));
    const moved = stateOf(requested, confirmed, newDate, changed({ eventDate: '2026-07-04', number: 1 }));
    expect(moved).toMatchObject({ eventDate: '2026-07-04', attempt: 1, proposal: null, status: 'confirmed' });
  });

  test('a day that is close gives the client 24 hours to pay the balance, and its beginning ends the time for the deposit', () =>
    given(booking, requested, confirmed, proposed(1, bo, { eventDate: '2026-01-05' }))
      .when('acceptProposal', accept(), ann, '2026-01-04T18:00:00.000Z')
      .emits(
        changed({
          eventDate: '2026-01-05',
          durationDays: 1,
          startTime: null,
          timeZone: 'UTC',
          depositDueAt: '2026-01-05T00:00:00.000Z',
          balanceDueDate: '2026-01-05',
          unpaidCancellableFrom: '2026-01-06T00:00:00.000Z',
        }),
      ));

  test('a request with another date waits for an answer again, and an attempt to confirm the old date fails', () => {
    const pendingDate = proposed(1, bo, { eventDate: '2026-07-04', status: 'pending' });
    const movedRequest = changed({
      eventDate: '2026-07-04',
      durationDays: 1,
      startTime: null,
      timeZone: 'UTC',
      expiresAt: '2026-01-07T00:00:00.000Z',
      depositDueAt: null,
      balanceDueDate: null,
      unpaidCancellableFrom: null,
      status: 'pending',
    });
    given(booking, requested, pendingDate).when('acceptProposal', accept(1, false), ann).emits(movedRequest);
    given(booking, requested, pendingDate, movedRequest)
      .when('confirm', { reason: null, attempt: 0, partyLeft: false }, bo)
      .refuses('booking-confirmation-timeout');
  });

  test('another package changes the amounts; a paid deposit stays, and the balance is the rest', () => {
    given(booking, requested, confirmed, newPackage)
      .when('acceptProposal', accept(), ann)
      .emits(changed({ ...asPackage, due: { deposit: 60_000, balance: 140_000 } }));
    given(booking, requested, confirmed, paid('deposit', 30_000), newPackage)
      .when('acceptProposal', accept(), ann)
      .emits(changed({ ...asPackage, due: { deposit: 30_000, balance: 170_000 }, depositDueAt: null }));
    given(booking, requested, confirmed, paid('deposit', 30_000), paid('balance', 70_000), newPackage)
      .when('acceptProposal', accept(), ann)
      .refuses('booking-price-paid');
    const cheap = proposed(1, bo, { ...asPackage, price: 29_999 });
    given(booking, requested, confirmed, paid('deposit', 30_000), cheap)
      .when('acceptProposal', accept(), ann)
      .refuses('booking-price-low');
  });

  test('either party can end it: the other party declines it, its author withdraws it', () => {
    for (const by of [ann, bo])
      given(booking, requested, confirmed, newDate)
        .when('declineProposal', { number: 1 }, by)
        .emits({ type: 'BookingProposalDeclined', data: { number: 1, proposedBy: bo.id, status: 'confirmed' } });
    given(booking, requested, confirmed)
      .when('declineProposal', { number: 1 }, ann)
      .refuses('booking-proposal-outdated');
  });

  test('a day that was reserved for a proposal and not used ends the attempt to accept it, and not the proposal', () => {
    const abandoned = { attempt: 1, dates: ['2026-07-04'] };
    const ended: Event = { type: 'BookingConfirmationAbandoned', data: { attempt: 0 } };
    given(booking, requested, confirmed, newDate).when('abandonConfirmation', abandoned, worker).emits(ended);
    given(booking, requested, confirmed, newDate, ended)
      .when('acceptProposal', accept(), ann)
      .refuses('booking-changed-concurrently');
    given(booking, requested, confirmed, newDate, ended).when('abandonConfirmation', abandoned, worker).emits();
    given(booking, requested, confirmed, newDate, ended)
      .when('acceptProposal', { ...accept(), attempt: 1 }, ann)
      .emits(
        changed({
          eventDate: '2026-07-04',
          attempt: 1,
          balanceDueDate: '2026-06-20',
          unpaidCancellableFrom: '2026-07-01T00:00:00.000Z',
        }),
      );
    given(booking, requested, confirmed, newPlace).when('abandonConfirmation', abandoned, worker).emits();
    given(booking, requested, confirmed, newDate, changed({ eventDate: '2026-07-04' }))
      .when('abandonConfirmation', abandoned, worker)
      .emits();
  });
});

describe('a proposal of other days', () => {
  const several: Event = {
    type: 'BookingRequested',
    data: { ...(requested.data as object), durationDays: 3 } as never,
  };
  const agreed: Event = { type: 'BookingConfirmed', data: { ...(confirmed.data as object), durationDays: 3 } as never };

  test('needs a calendar that is free on the days that are added', () => {
    const past = given(booking, several, agreed);
    const taken = { ...day, taken: true };
    past.when('propose', { ...propose({ durationDays: 4 }), day: taken }, bo).refuses('creator-day-taken');
    past
      .when('propose', { ...propose({ durationDays: 2 }), day: taken }, bo)
      .emits(proposed(1, bo, { durationDays: 2 }));
    past.when('propose', propose({ durationDays: 3 }), bo).refuses('booking-proposal-empty');
    past.when('propose', propose({ startTime: '18:00' }), bo).emits(proposed(1, bo, { startTime: '18:00' }));
  });

  test('is accepted once the days that are added are reserved; fewer days need no reservation', () => {
    const longer = proposed(1, bo, { durationDays: 4 });
    const shorter = proposed(1, bo, { durationDays: 2 });
    const accept = { number: 1, attempt: 0, daysReserved: false };
    given(booking, several, agreed, longer).when('acceptProposal', accept, ann).refuses('booking-changed-concurrently');
    given(booking, several, agreed, shorter)
      .when('acceptProposal', accept, ann)
      .emits(changed({ durationDays: 2, previousDurationDays: 3 }));
    expect(stateOf(several, agreed, shorter, changed({ durationDays: 2, previousDurationDays: 3 }))).toMatchObject({
      durationDays: 2,
      attempt: 1,
    });
  });

  test('an attempt to accept it ends if one of the days that are added was reserved and not used', () => {
    const later = proposed(1, bo, { eventDate: '2026-06-21' });
    const past = given(booking, several, agreed, later);
    const ended: Event = { type: 'BookingConfirmationAbandoned', data: { attempt: 0 } };
    past.when('abandonConfirmation', { attempt: 1, dates: ['2026-06-23'] }, worker).emits(ended);
    past.when('abandonConfirmation', { attempt: 1, dates: ['2026-06-22'] }, worker).emits();
  });
});

test('deadlines from before a change do nothing', () => {
  const moved = [requested, confirmed, newDate, changed(movedDays)];
  const late = '2026-06-23T00:00:00.000Z';
  given(booking, ...moved)
    .when('markOverdue', { dueAt: '2026-06-07T00:00:00.000Z' }, worker, late)
    .emits();
  given(booking, ...moved)
    .when('remind', { reminder: 'balance-7-days', dueAt: '2026-06-13T12:00:00.000Z', eventDate: '2026-06-20' }, worker)
    .emits();
  given(booking, ...moved)
    .when('completeEnded', { deliversGallery: false, endsAt: '2026-06-21T00:00:00.000Z' }, worker, late)
    .emits();
});

test('a free booking that becomes a paid one has deadlines', () => {
  const free: Event[] = [{ ...requested, data: { ...requested.data, due: { deposit: 0, balance: 0 } } }, confirmed];
  const before = replay(booking, free);
  const after = replay(booking, [...free, changed({ due: { deposit: 30_000, balance: 70_000 } })]);
  for (const part of ['deposit', 'balance'] as const)
    expect([isDue(before, part), isDue(after, part)]).toEqual([false, true]);
});
