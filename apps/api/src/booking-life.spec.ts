import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { NotificationsQueries } from '#notifications';
import { cursorAt } from '#platform/reads';
import { eventually, untilCaughtUp } from '#platform/testing';
import { type Person, password, type Site, startSite } from './api.suite.ts';
import { Scenario } from './scenario.suite.ts';
import { TimeTravel } from './time-travel.suite.ts';

let site: Site;
let scenario: Scenario;
let stop: () => Promise<void>;
let ann: Person;
let bo: Person;
let sue: Person;
let travel: TimeTravel;

beforeAll(async () => {
  ({ site, stop } = await startSite());
  scenario = new Scenario(site);
  travel = new TimeTravel(site);
  ann = await site.signUp('client');
  bo = await site.signUp('creator', 'Bo Baker');
  await scenario.offer(bo, { serviceType: 'dj' });
  sue = await scenario.signUpStaff('Sue Staff', 'support');
});
afterAll(() => stop());

const day = 86_400_000;
const after = (instant: string, milliseconds: number): string =>
  new Date(Date.parse(instant) + milliseconds).toISOString();
const start = '2031-01-01T10:00:00.000Z';
const dateAfter = (days: number): string => after(start, days * day).slice(0, 10);

const pathOf = (id: string): string => `/api/v1/bookings/${id}`;
const act = async (by: Person, id: string, verb: string, body: object = {}) => {
  const response = await site.request('POST', `${pathOf(id)}/${verb}`, { by, body });
  return response.body?.code ?? response.status;
};
/** What staff do for the parties. */
const decide = async (id: string, action: string, by: Person, reason?: string) => {
  const response = await site.request('POST', `/api/v1/staff/bookings/${id}/${action}`, { by, body: { reason } });
  return response.body?.code ?? response.status;
};
const seen = (id: string, by = ann) => site.get(pathOf(id), by);
const until = (id: string, isSo: (booking: Record<string, unknown>) => boolean) =>
  eventually(async () => isSo(await seen(id)));
const entriesOf = async (id: string): Promise<string[]> =>
  (await site.get(`${pathOf(id)}/history`, ann)).items
    .map(({ entry, notes }: { entry: string; notes: string | null }) => (notes ? `${entry}: ${notes}` : entry))
    .reverse();
const book = (eventDate: string): Promise<string> => scenario.book(ann, bo, { eventDate });
/** Notifications about deadlines, problems and proposals. */
const kinds =
  /^(payments\.(deposit|balance)-(due|overdue)|bookings\.(request-due|expired|deposit-unpaid|disputed|dispute-resolved|reopened|change-proposed|change-declined|changed))$/;
/** The titles of those that a person received about a booking. */
const titlesOf = (person: Person, id: string, count: number): Promise<string[]> =>
  eventually(async () => {
    const sent = await site.api.get(NotificationsQueries, { strict: false }).sentTo(person.id);
    const about = sent.filter(({ path, kind }) => path === `/bookings/${id}` && kinds.test(kind));
    return about.length >= count && about.map(({ title }) => title).sort();
  });
/** Waits until a person has received notifications with all of these titles about a booking. */
const untilNotified = (person: Person, id: string, ...titles: readonly string[]) =>
  eventually(async () => {
    const received = await titlesOf(person, id, 1);
    return titles.every((title) => received.includes(title));
  }, titles.join(', '));

test('a booking from its request to its completion: reminders, payments after their deadlines, and the history', async () => {
  travel.now = start;
  const id = await book(dateAfter(170));
  expect(await seen(id)).toMatchObject({ status: 'pending', expiresAt: after(start, 6 * day), overdue: null });

  await travel.to(id, after(start, 5 * day));
  expect(await act(bo, id, 'confirm')).toBe(204);
  const [depositDueAt, balanceDueDate] = [after(start, 12 * day), dateAfter(156)];
  expect(await seen(id)).toMatchObject({ status: 'confirmed', expiresAt: null, depositDueAt, balanceDueDate });

  await travel.to(id, after(start, 11 * day));
  await scenario.payFor(ann, id, 'deposit');
  await travel.to(id, after(start, 157 * day));
  expect(await seen(id)).toMatchObject({ depositDueAt: null, balanceDueDate, overdue: 'balance', status: 'confirmed' });
  const overdue = async () =>
    (await site.get('/api/v1/staff/bookings?payment=overdue', sue)).items.map((each: { id: string }) => each.id);
  await eventually(async () => (await overdue()).includes(id));
  await travel.to(id, after(start, 168 * day));
  const refund = { rule: 'balance-unpaid', percent: 0, refundAmount: 0, keptAmount: 30_015 };
  expect(await site.get(`${pathOf(id)}/cancellation`, bo)).toMatchObject(refund);
  await scenario.payFor(ann, id, 'balance');
  expect(await seen(id)).toMatchObject({ overdue: null, balanceDueDate: null });
  expect(await overdue()).toEqual([]);

  await travel.to(id, after(start, 172 * day));
  expect(await seen(id)).toMatchObject({ status: 'confirmed' });
  await travel.to(id, after(start, 174 * day));
  await until(id, ({ status }) => status === 'completed');

  expect(await entriesOf(id)).toEqual([
    'requested',
    'reminded: The request is waiting for an answer',
    'reminded: The request is waiting for an answer and will expire soon',
    'confirmed',
    'reminded: The deposit is due',
    'reminded: The deposit is due in two days',
    'deposit-paid: $300.15',
    'reminded: The balance is due 14 days before the event',
    'reminded: The balance is due',
    'balance-overdue',
    'reminded: The balance is due, and the event is in 7 days',
    'reminded: The balance is due, and the event is in 3 days',
    'balance-paid: $700.35',
    'completed',
  ]);
  expect(await titlesOf(bo, id, 3)).toEqual([
    'A booking request is waiting for your answer',
    'A booking request is waiting for your answer',
    'The balance of a booking is overdue',
  ]);
  expect(await titlesOf(ann, id, 7)).toEqual([
    ...Array(2).fill('The balance of your booking is due'),
    ...Array(3).fill('The balance of your booking is overdue'),
    ...Array(2).fill('The deposit of your booking is due'),
  ]);

  const writing = { rating: 4, text: 'Everyone danced until two.' };
  expect((await site.request('PUT', `${pathOf(id)}/review`, { by: ann, body: writing })).status).toBe(204);
  const published = () => site.get(`/api/v1/creators/${bo.id}/reviews`);
  const { items, rating } = await published();
  expect([items.length, items[0].text, rating]).toEqual([1, writing.text, { average: 4, count: 1 }]);
  const untilListedWith = (wanted: typeof rating) =>
    eventually(async () => isDeepStrictEqual((await site.get(`/api/v1/creators/${bo.id}`)).rating, wanted));
  await untilListedWith({ average: 4, count: 1 });
  const changed = { ...writing, rating: 5 };
  expect((await site.request('PUT', `${pathOf(id)}/review`, { by: ann, body: changed })).status).toBe(204);
  await untilListedWith({ average: 5, count: 1 });
  const staffReviews = (cursor = '') => site.get(`/api/v1/staff/reviews?limit=1${cursor}`, sue);
  const { items: newest } = await staffReviews();
  expect(newest).toMatchObject([{ id: items[0].id, bookingId: id }]);
  expect(await staffReviews(`&cursor=${cursorAt([newest[0].createdAt, newest[0].id])}`)).toEqual({
    items: [],
    nextCursor: null,
  });
  const moderate = (action: string, reason: string) =>
    site.request('POST', `/api/v1/staff/reviews/${items[0].id}/${action}`, { by: sue, body: { reason } });
  expect((await moderate('remove', 'Write to ann@example.com')).body).toMatchObject({ code: 'review-reason-personal' });
  expect((await moderate('remove', 'It is about another event')).status).toBe(204);
  expect(await published()).toMatchObject({
    items: [{ authorName: null, rating: null, text: null, removedReason: 'It is about another event' }],
    rating: { average: null, count: 0 },
  });
  await untilListedWith({ average: null, count: 0 });
  expect((await moderate('restore', 'It was this event')).status).toBe(204);
  expect(await published()).toMatchObject({
    items: [{ authorName: 'Ann', ...changed }],
    rating: { average: 5, count: 1 },
  });
  await untilListedWith({ average: 5, count: 1 });
});

test('a request that is not answered expires: the deposit is refunded, and both parties are notified', async () => {
  travel.now = start;
  const id = await book(dateAfter(40));
  await scenario.payFor(ann, id, 'deposit');
  await travel.to(id, after(start, 6 * day));
  await until(id, ({ refunded }) => refunded === 30_015);
  expect(await act(bo, id, 'confirm')).toBe('booking-not-pending');
  expect((await entriesOf(id)).slice(-3)).toEqual([
    'cancelled: The request was not confirmed in time',
    'refund-due: $300.15 is being refunded: the booking was cancelled',
    'refunded: $300.15',
  ]);
  expect(await titlesOf(ann, id, 1)).toEqual(['A booking request expired']);
  expect(await titlesOf(bo, id, 3)).toContain('A booking request expired');
});

test('a confirmed booking without a deposit is cancelled, and its day is free again', async () => {
  travel.now = start;
  const eventDate = dateAfter(20);
  const [id, next] = [await book(eventDate), await book(eventDate)];
  expect(await act(bo, id, 'confirm')).toBe(204);
  expect(await seen(next)).toMatchObject({ dayTaken: true, may: { payDeposit: false, cancel: true } });
  const payment = { bookingId: next, paymentType: 'deposit' };
  expect(await site.request('POST', '/functions/v1/create-booking-payment', { by: ann, body: payment })).toMatchObject({
    status: 409,
    body: { code: 'creator-day-taken' },
  });

  await travel.to(id, after(start, 2 * day));
  await until(id, ({ status }) => status === 'cancelled');
  expect(await seen(id)).toMatchObject({ cancellationRule: 'deadline' });
  expect((await entriesOf(id)).at(-1)).toBe('cancelled: The deposit was not paid in time');
  await until(next, ({ dayTaken }) => dayTaken === false);
  expect(await act(bo, next, 'confirm')).toBe(204);
});

test('lists also show that the professional has blocked the day of a pending booking', async () => {
  travel.now = start;
  const eventDate = dateAfter(60);
  const id = await book(eventDate);
  const settings = { weekdays: [1, 2, 3, 4, 5, 6, 7], capacity: 1, noticeDays: 0 };
  const save = (blocked: object[]) =>
    site.request('PUT', '/api/v1/profile/availability', { by: bo, body: { ...settings, blocked } });
  await save([{ from: eventDate, to: eventDate, reason: null }]);
  await until(id, ({ dayTaken }) => dayTaken === true);
  const { items } = await site.get('/api/v1/bookings', ann);
  expect(items.find((item: { id: string }) => item.id === id)).toMatchObject({
    dayTaken: true,
    may: { payDeposit: false },
  });
  await save([]);
});

test('both parties see what each event led to, and the history of a payment as a signed receipt', async () => {
  travel.now = start;
  const id = await book(dateAfter(120));
  expect(await act(bo, id, 'confirm')).toBe(204);
  const pathOfPayment = (part: string) => `${pathOf(id)}/payments/${part}/receipt`;
  const missing = await site.request('GET', pathOfPayment('deposit'), { by: ann });
  expect([missing.status, missing.body.code]).toEqual([404, 'payment-not-found']);
  await scenario.payFor(ann, id, 'deposit');
  await site.post(`${pathOf(id)}/cancel`, bo, { reason: 'The equipment is broken' });
  const receiptFor = (by: Person) => site.get(pathOfPayment('deposit'), by);
  const words = async (by: Person) =>
    (await receiptFor(by)).events.map((event: { title: string; by: string; note: string }) => [
      event.title,
      event.by,
      event.note,
    ]);
  await eventually(async () => (await words(ann)).length === 4);
  expect(await words(ann)).toEqual([
    ['Payment requested', 'client', '$300.15'],
    ['Payment received', 'system', '$300.15'],
    ['Refund requested', 'system', '$300.15'],
    ['Payment refunded', 'system', '$300.15'],
  ]);
  expect(await words(bo)).toEqual(await words(ann));
  // What names the payment at the provider is for the payer only.
  const [forClient, forProfessional] = [await receiptFor(ann), await receiptFor(bo)];
  expect([forClient.holder.part, forProfessional.holder.part]).toEqual(['client', 'professional']);
  expect(JSON.stringify(forProfessional)).not.toContain(forClient.events[1].data.chargeId);
  expect(forProfessional.events[1].leftOut).toEqual(['sessionId', 'chargeId']);

  for (const party of [ann, bo]) {
    const history: { entry: string; version: number }[] = (await site.get(`${pathOf(id)}/history`, party)).items;
    const resultsOf = async (wanted: string) => {
      const found = history.find(({ entry }) => entry === wanted)?.version;
      const { items } = await site.get(`${pathOf(id)}/results`, party);
      return items.find(({ version }: { version: number }) => version === found)?.results ?? [];
    };
    // The professional who cancelled needs no notification.
    const emailed = { title: 'Email of a notification sent', count: 1 };
    await eventually(async () =>
      (await resultsOf('cancelled')).some(({ title }: typeof emailed) => title === emailed.title),
    );
    expect(await resultsOf('cancelled')).toEqual(
      expect.arrayContaining([{ title: 'Person notified', count: 1 }, emailed]),
    );
    expect(await resultsOf('refund-due')).toContainEqual({ title: 'Refund requested', count: 1 });
    expect((await site.get(`${pathOf(id)}/payments/deposit/results`, party)).items).not.toEqual([]);
  }
});

test('a reported problem prevents the completion until it is resolved; staff reopen a completed booking', async () => {
  travel.now = start;
  const id = await book(dateAfter(30));
  expect(await act(bo, id, 'confirm')).toBe(204);
  await scenario.payFor(ann, id, 'deposit');
  await scenario.payFor(ann, id, 'balance');
  const problem = { reason: 'The music stopped at ten.' };
  expect(await act(ann, id, 'dispute', { reason: ' ' })).toBe('invalid');
  expect(await act(ann, id, 'dispute', problem)).toBe(204);
  expect(await act(ann, id, 'dispute', problem)).toBe('booking-disputed');
  expect(await seen(id, bo)).toMatchObject({ disputedBy: [ann.id], may: { dispute: true, resolveDispute: false } });
  expect(await titlesOf(bo, id, 1)).toContain('A problem with your booking was reported');
  await eventually(async () => {
    const sent = await site.api.get(NotificationsQueries, { strict: false }).sentTo(sue.id);
    return sent.some(({ kind, path }) => kind === 'staff.dispute-reported' && path === '/staff/reports');
  });
  type Bookings = { bookings: { id: string }[] };
  const ownIn = ({ bookings }: Bookings) => bookings.find((each) => each.id === id);
  const reported = async () => ownIn(await site.get('/api/v1/staff/reports', sue));
  expect(await reported()).toMatchObject({ reports: [{ reportedBy: ann.id, reason: null }] });
  const refused = await site.request('POST', '/api/v1/staff/reports/reveal', {
    by: sue,
    body: { reason: `mail of ${ann.email}` },
  });
  expect([refused.status, refused.body.code]).toEqual([409, 'report-reason-personal']);
  const revealed = ownIn(await site.post('/api/v1/staff/reports/reveal', sue, { reason: 'daily work' }));
  expect(revealed).toMatchObject({ reports: [{ reportedBy: ann.id, reason: 'The music stopped at ten.' }] });
  await untilCaughtUp(site.api);
  expect((await site.get('/api/v1/me/export', ann)).accesses).toContainEqual(
    expect.objectContaining({ fields: ['report'], reason: 'daily work', by: { id: sue.id, role: 'support' } }),
  );

  await travel.to(id, after(start, 40 * day));
  expect(await seen(id)).toMatchObject({ status: 'confirmed' });
  expect(await act(bo, id, 'dispute/resolve')).toBe('booking-not-allowed');
  expect(await act(ann, id, 'dispute/resolve')).toBe(204);
  await until(id, ({ status }) => status === 'completed');
  expect(await reported()).toBeUndefined();

  expect(await decide(id, 'reopen', ann)).toBe('staff-not-allowed');
  expect(await decide(id, 'reopen', sue, ' ')).toBe('invalid');
  expect(await decide(id, 'reopen', sue, 'chargeback')).toBe(204);
  expect(await decide(id, 'reopen', sue, 'twice')).toBe('booking-not-completed');
  expect(await seen(id)).toMatchObject({ status: 'confirmed' });
  expect(await decide(id, 'complete', sue, 'settled')).toBe(204);
  expect((await entriesOf(id)).slice(-5)).toEqual([
    'disputed: The music stopped at ten.',
    'dispute-resolved',
    'completed',
    'reopened: chargeback',
    'completed: settled',
  ]);

  expect(await act(bo, id, 'dispute', { reason: 'I was not let in.' })).toBe(204);
  expect((await site.get('/api/v1/staff/overview', sue)).bookings.disputed).toBe(1);
  const { items: flagged } = await site.get('/api/v1/staff/bookings?flag=disputed', sue);
  expect(flagged).toMatchObject([{ id, disputed: true }]);
  expect(await act(sue, id, 'dispute/resolve', { reason: 'both agree' })).toBe('booking-not-allowed');
  expect(await decide(id, 'resolve-dispute', sue, 'both agree')).toBe(204);
  expect(await reported()).toBeUndefined();
  expect((await entriesOf(id)).at(-1)).toBe('dispute-resolved: both agree');
  for (const party of [ann, bo])
    await untilNotified(party, id, 'A problem with your booking was resolved', 'Your booking was reopened');
  await expectTimeline(id);
});

/** Support sees who did what, why and with which consequences, but no personal data. */
const expectTimeline = async (id: string): Promise<void> => {
  const path = `/api/v1/staff/bookings/${id}/timeline`;
  const { items, complete } = await site.get(path, sue);
  const entryOf = (type: string) => items.find((each: { type: string }) => each.type === type);
  expect(complete).toBe(true);
  expect(entryOf('BookingReopened')).toMatchObject({
    title: 'Booking reopened',
    module: 'bookings',
    stream: id,
    bookingId: id,
    actor: { id: sue.id, kind: 'staff', role: 'support' },
    reason: 'chargeback',
    source: 'api',
  });
  expect(entryOf('BookingReopened').changes).toEqual([
    { name: 'status', before: 'completed', after: 'confirmed' },
    { name: 'reopened', before: 'false', after: 'true' },
  ]);
  expect(entryOf('BookingDisputed').details).toContainEqual({ name: 'reason', value: '•••', masked: true });
  expect(JSON.stringify(items)).not.toContain('The music stopped');
  // What the events led to in other modules.
  const modules = new Set(items.map(({ module }: { module: string }) => module));
  // Scores of leads and earnings are recorded asynchronously.
  for (const later of ['leads', 'payouts']) modules.delete(later);
  expect(modules).toEqual(new Set(['bookings', 'catalog', 'notifications', 'payments']));
  const positions = items.map(({ position }: { position: number }) => position);
  expect(positions).toEqual([...positions].sort((a, b) => a - b));
  expect((await site.request('GET', path, { by: ann })).status).toBe(403);
  expect((await site.request('GET', '/api/v1/staff/events', { by: sue })).status).toBe(403);
  expect((await site.request('GET', path.replace(/[0-9a-f]{8}-/, '00000000-'), { by: sue })).status).toBe(404);
};

test('the parties agree on another date, place and package; the deadlines and amounts follow', async () => {
  travel.now = start;
  const [first, second] = [dateAfter(80), dateAfter(101)];
  const id = await book(first);
  expect(await act(bo, id, 'confirm')).toBe(204);
  await scenario.payFor(ann, id, 'deposit');
  expect(await act(bo, id, 'proposals', { eventDate: dateAfter(90) })).toBe(204);
  expect(await act(ann, id, 'proposals/1/decline')).toBe(204);
  expect(await act(ann, id, 'proposals', { eventDate: dateAfter(90) })).toBe(204);
  expect(await act(ann, id, 'proposals/2/decline')).toBe(204);
  expect(await act(bo, id, 'proposals', { eventDate: second, eventLocation: 'Boat house' })).toBe(204);
  const proposal = { number: 3, proposedBy: bo.id, eventDate: second, eventLocation: 'Boat house', packageName: null };
  expect(await seen(id)).toMatchObject({ proposal, may: { acceptProposal: true } });
  expect(await act(ann, id, 'proposals/2/accept')).toBe('booking-proposal-outdated');
  expect(await act(bo, id, 'proposals/3/accept')).toBe('booking-not-allowed');
  expect(await act(ann, id, 'proposals/3/accept')).toBe(204);
  const changed = { eventDate: second, eventLocation: 'Boat house', balanceDueDate: dateAfter(87), proposal: null };
  expect(await seen(id)).toMatchObject({ ...changed, depositPaid: true, totalAmount: 100_050 });

  await untilNotified(
    bo,
    id,
    'A change of your booking is proposed',
    'A proposed change was withdrawn',
    'Your proposal was declined',
    'Your proposal was accepted',
  );
  // The first day is free again, and the second one is taken.
  const again = await eventually(() => book(first).catch(() => undefined));
  const refused = await scenario.bookingRequest(bo, { eventDate: second });
  await eventually(async () => (await act(bo, again, 'confirm')) === 204);
  expect((await site.request('POST', '/api/v1/bookings', { by: ann, body: refused })).body.code).toBe(
    'creator-day-taken',
  );

  await travel.to(id, after(start, 88 * day));
  expect(await seen(id)).toMatchObject({ overdue: 'balance' });
  await scenario.payFor(ann, id, 'balance');
  expect(await act(ann, id, 'proposals', { packageId: await scenario.packageOf(bo) })).toBe('booking-price-paid');
  await travel.to(id, after(start, 103 * day));
  expect(await seen(id)).toMatchObject({ status: 'confirmed' });
  await travel.to(id, after(start, 105 * day));
  await until(id, ({ status }) => status === 'completed');
  expect((await entriesOf(id)).filter((entry) => /change|proposal|overdue/.test(entry))).toEqual([
    `change-proposed: Date: ${dateAfter(90)}`,
    'proposal-declined',
    `change-proposed: Date: ${dateAfter(90)}`,
    'proposal-declined',
    `change-proposed: Date: ${second} · Place: Boat house`,
    `changed: Date: ${second} · Place: Boat house`,
    'balance-overdue',
  ]);
});

test('an account can be closed once its bookings have ended and its money was paid out', async () => {
  travel.now = start;
  const [dana, flo] = [await site.signUp('client', 'Dana Dale'), await site.signUp('creator', 'Flo Frame')];
  await scenario.offer(flo);
  const close = async (by: Person) =>
    (await site.request('DELETE', '/api/v1/me', { by, body: { password } })).body?.message ?? 'closed';
  const withDj = await scenario.book(dana, bo, { eventDate: dateAfter(70) });
  const withPhotographer = await scenario.book(dana, flo, { eventDate: dateAfter(72) });
  for (const [id, by] of [
    [withDj, bo],
    [withPhotographer, flo],
  ] as const) {
    expect(await act(by, id, 'confirm')).toBe(204);
    for (const part of ['deposit', 'balance'] as const) await scenario.payFor(dana, id, part);
  }
  const text =
    'You can delete your account once they have ended: bookings are completed after their event, or you cancel them before.';
  expect(await close(dana)).toBe(
    `You have 2 bookings that are confirmed or paid for, the last on March 14, 2031. ${text}`,
  );
  for (const id of [withDj, withPhotographer]) await travel.to(id, after(start, 74 * day));
  expect(await close(dana)).toMatch(/^You have a booking on March 14, 2031 that is confirmed or paid for\. /);

  await travel.to(withPhotographer, after(start, 76 * day));
  const statusOf = async (id: string, by: Person) => (await seen(id, by)).status;
  expect(await statusOf(withPhotographer, flo)).toBe('confirmed');
  expect(await close(flo)).toMatch(/^You have a booking on March 14, 2031/);
  expect(await close(dana)).toBe('closed');
  await eventually(async () => (await statusOf(withPhotographer, flo)) === 'completed');
  expect(await statusOf(withDj, bo)).toBe('completed');
  await eventually(async () => /^\$1,000\.50 from your bookings has not been paid out yet\./.test(await close(flo)));
});

test('every read table equals a fresh fold of the event log', async () => {
  travel.now = undefined;
  expect(await site.readModelDifferences()).toEqual([]);
});
