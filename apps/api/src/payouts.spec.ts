import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { BookingsQueries } from '#bookings';
import { NotificationsQueries } from '#notifications';
import { EventStore } from '#platform/event-store';
import { eventually } from '#platform/testing';
import { type Person, password, type Site, startSite } from './api.suite.ts';
import { Scenario } from './scenario.suite.ts';
import { TimeTravel } from './time-travel.suite.ts';

let site: Site;
let scenario: Scenario;
let stop: () => Promise<void>;
let ann: Person;
let bo: Person;
let fay: Person;
let sue: Person;
let travel: TimeTravel;

beforeAll(async () => {
  ({ site, stop } = await startSite());
  scenario = new Scenario(site);
  travel = new TimeTravel(site);
  ann = await site.signUp('client');
  bo = await site.signUp('creator', 'Bo Baker');
  await scenario.offer(bo, { serviceType: 'dj' });
  fay = await scenario.signUpStaff('Fay Finance', 'finance');
  sue = await scenario.signUpStaff('Sue Staff', 'support');
});
afterAll(() => stop());

const day = 86_400_000;
/** A Thursday. */
const start = '2031-05-01T10:00:00.000Z';
const after = (days: number): string => new Date(Date.parse(start) + days * day).toISOString();
const account = () => `payout-account-${bo.id}`;
const destinationOf = () => `payout-destination-${bo.id}`;
const bank = { scheme: 'us', holder: 'Bo Baker', routingNumber: '021000021', accountNumber: '000123456789' };

const own = () => site.get('/api/v1/payouts', bo);
const balances = (held: number, available: number, inTransfer: number, paidOut: number) => ({
  held,
  available,
  inTransfer,
  paidOut,
});
const untilBalances = async (expected: object): Promise<void> => {
  // On a timeout, the assertion below shows the actual balances.
  await eventually(async () => JSON.stringify((await own()).balances) === JSON.stringify(expected)).catch(() => null);
  expect((await own()).balances).toEqual(expected);
};
const change = async (by: Person, body: object) => {
  const { status, body: answer } = await site.request('PUT', '/api/v1/payouts/destination', { by, body });
  return answer?.code ?? status;
};
const act = async (by: Person, payoutId: string, verb: string, body: object) => {
  const response = await site.request('POST', `/api/v1/staff/payouts/${payoutId}/${verb}`, { by, body });
  return response.body?.code ?? response.status;
};
const listed = async (query = '') => (await site.get(`/api/v1/staff/payouts${query}`, fay)).items;
const titles = async (kind: string) => {
  const sent = await site.api.get(NotificationsQueries, { strict: false }).sentTo(bo.id);
  return sent.filter((each) => each.kind === `payments.${kind}`).map(({ title }) => title);
};
const paymentOf = async (bookingId: string): Promise<string> => {
  type Earnings = { BookingEarningsRecorded: { bookingId: string; payments: { paymentId: string }[] } };
  const events = await site.api.get(EventStore).read<Earnings>(account());
  const ofBooking = events.find(({ data }) => data.bookingId === bookingId && data.payments !== undefined);
  return ofBooking?.data.payments[0]?.paymentId ?? '';
};
/** The payouts in the file for the bank. */
const exported = async (body: object = {}): Promise<string[]> => {
  const options = { by: fay, body: { reason: 'weekly transfers', ...body } };
  const file = await site.request('POST', '/api/v1/staff/payouts/export', options);
  return file.text.split('\r\n').slice(1, -1);
};
const accesses = async (): Promise<number> => (await site.get('/api/v1/me/export', bo)).accesses.length;
const timelineOf = (bookingId: string) => site.get(`/api/v1/staff/bookings/${bookingId}/timeline`, sue);
const typesOf = async (bookingId: string): Promise<string[]> =>
  (await timelineOf(bookingId)).items.map(({ type }: { type: string }) => type);
/** A confirmed and paid booking. */
const paidBooking = async (eventInDays: number): Promise<string> => {
  const id = await scenario.book(ann, bo, { eventDate: after(eventInDays).slice(0, 10) });
  await site.post(`/api/v1/bookings/${id}/confirm`, bo);
  await scenario.payFor(ann, id, 'deposit');
  await scenario.payFor(ann, id, 'balance');
  return id;
};
const [deposit, balance] = [30_015, 70_035];

test('a professional is paid what a completed booking earned, and the booking stays completed', async () => {
  travel.now = start;
  const id = await paidBooking(40);
  await untilBalances(balances(deposit + balance, 0, 0, 0));
  const policyEnd = after(40).slice(0, 10);
  expect(await site.get(`/api/v1/payouts/bookings/${id}`, bo)).toMatchObject({ state: 'refundable', held: 100_050 });
  expect(await own()).toMatchObject({ nextPayoutAt: null, obstacle: 'no-destination', destination: null, payouts: [] });

  // The account cannot be closed while others' money for its owner is held.
  const closing = await site.request('DELETE', '/api/v1/me', { by: bo, body: { password } });
  expect([closing.status, closing.body.code]).toEqual([409, 'account-has-open-bookings']);

  const { changesAt } = await site.get(`/api/v1/payouts/bookings/${id}`, bo);
  expect(changesAt < `${policyEnd}T00:00:00.000Z`).toBe(true);
  await travel.to(account(), changesAt);
  await untilBalances(balances(balance, deposit, 0, 0));

  await travel.to(id, after(45));
  await eventually(async () => (await site.get(`/api/v1/bookings/${id}`, bo)).status === 'completed');
  await untilBalances(balances(0, deposit + balance, 0, 0));
  const owed = await site.request('DELETE', '/api/v1/me', { by: bo, body: { password } });
  expect([owed.status, owed.body.code]).toEqual([409, 'account-has-payouts']);
  expect(owed.body.message).toContain('$1,000.50');

  expect(await change(bo, { bank, password: 'Guessed-1' })).toBe('credentials-wrong');
  expect(await change(bo, { bank: { ...bank, routingNumber: '021000022' }, password })).toBe('invalid');
  expect(await change(ann, { bank, password })).toBe('payout-destination-not-allowed');
  expect(await change(bo, { bank, password })).toBe(204);
  const heldUntil = after(48);
  const destination = { scheme: 'us', lastFour: '6789', heldUntil };
  await eventually(async () => (await own()).destination !== null);
  expect(await own()).toMatchObject({ destination, obstacle: 'destination-held' });
  expect((await own()).nextPayoutAt > heldUntil).toBe(true);
  await eventually(async () => (await titles('payout-destination-changed')).length === 1);

  await travel.to(account(), heldUntil);
  expect((await own()).payouts).toEqual([]);
  await travel.to(destinationOf(), after(56));
  await untilBalances(balances(0, 0, deposit + balance, 0));
  const [payout] = await listed('?status=started');
  expect(payout).toMatchObject({
    amount: 100_050,
    status: 'started',
    professional: { id: bo.id, shortName: 'Bo B.' },
    scheme: 'us',
    lastFour: '6789',
    problems: [],
    bookings: [{ bookingId: id, amount: 100_050 }],
  });
  // The jobs of the other bookings are due at the same time, and read nothing again.
  const earnings = jest.spyOn(site.api.get(BookingsQueries, { strict: false }), 'earnings');
  await scenario.startPayout(bo, payout.startedAt);
  expect(earnings).not.toHaveBeenCalled();
  earnings.mockRestore();
  expect((await site.get('/api/v1/staff/overview', fay)).waitingPayouts).toBe(1);
  expect((await site.get('/api/v1/staff/overview', sue)).waitingPayouts).toBeNull();

  const reason = 'weekly transfers';
  expect(await act(sue, payout.id, 'reveal', { reason })).toBe('staff-not-allowed');
  expect(await act(fay, payout.id, 'reveal', { reason: 'for Baker' })).toBe('person-reason-personal');
  expect(await site.post(`/api/v1/staff/payouts/${payout.id}/reveal`, fay, { reason })).toEqual({
    holder: 'Bo Baker',
    numbers: { routingNumber: '021000021', accountNumber: '000123456789' },
  });
  const handedOver = { handedOverAt: travel.now, handedOverBy: { id: fay.id, role: 'finance' } };
  await eventually(async () => (await listed('?status=started'))[0].handedOverAt !== null);
  expect((await listed('?status=started'))[0]).toMatchObject(handedOver);
  // It may be transferred already, so it is exported only if that is asked for.
  expect(await exported()).toEqual([]);
  const body = { reason, includeHandedOver: true };
  const file = await site.request('POST', '/api/v1/staff/payouts/export', { by: fay, body });
  expect(file.text.split('\r\n')).toEqual([
    'payoutId,amount,currency,holder,scheme,iban,bic,routingNumber,sortCode,institutionNumber,transitNumber,accountNumber',
    `${payout.id},1000.50,USD,Bo Baker,us,,,021000021,,,,000123456789`,
    '',
  ]);
  const held = await site.get('/api/v1/me/export', bo);
  expect(held.accesses.map(({ fields }: { fields: string[] }) => fields)).toEqual([['bankDetails'], ['bankDetails']]);
  expect(held.payouts.bankDetails).toMatchObject({ holder: 'Bo Baker', lastFour: '6789' });

  const reopen = () =>
    site.request('POST', `/api/v1/staff/bookings/${id}/reopen`, { by: sue, body: { reason: 'client called' } });
  await eventually(async () => (await reopen()).body?.code === 'booking-paid-out');
  expect(await act(fay, payout.id, 'paid', { reference: ' ' })).toBe('invalid');
  expect(await act(fay, payout.id, 'paid', { reference: 'TRF 7' })).toBe(204);
  expect(await act(fay, payout.id, 'failed', { reason: 'typo', destinationWrong: false })).toBe('payout-ended');
  await untilBalances(balances(0, 0, 0, deposit + balance));
  expect((await own()).payouts).toMatchObject([{ number: 1, status: 'made', reference: 'TRF 7' }]);
  expect((await own()).entries).toMatchObject([{ bookingId: id, state: 'earned', paidOut: 100_050 }]);
  await eventually(async () => (await titles('payout-made')).length === 1);
  expect(await titles('payout-started')).toEqual(['$1,000.50 is on its way to you']);
  expect((await reopen()).body).toMatchObject({ code: 'booking-paid-out' });

  // Staff see it among what happened to the booking, and its parties do not.
  expect(await typesOf(id)).toEqual(expect.arrayContaining(['BookingPayoutStarted', 'BookingPayoutMade']));
  const { items } = await site.get(`/api/v1/bookings/${id}/history`, ann);
  expect(items.map(({ entry }: { entry: string }) => entry)).not.toContain('payout-made');
});

test('a reported problem holds the money of its booking, even while a payout is on its way', async () => {
  travel.now = after(60);
  const id = await paidBooking(90);
  await travel.to(id, after(94));
  await eventually(async () => (await site.get(`/api/v1/bookings/${id}`, bo)).status === 'completed');
  await untilBalances(balances(0, 100_050, 0, 100_050));
  await site.post(`/api/v1/bookings/${id}/dispute`, ann, { reason: 'The music stopped at ten.' });
  await untilBalances(balances(100_050, 0, 0, 100_050));
  expect(await site.get(`/api/v1/payouts/bookings/${id}`, bo)).toMatchObject({ state: 'disputed', held: 100_050 });
  await travel.to(account(), after(110));
  await untilBalances(balances(100_050, 0, 0, 100_050));
  await site.post(`/api/v1/bookings/${id}/dispute/resolve`, ann, {});
  await untilBalances(balances(0, 100_050, 0, 100_050));
  await travel.to(account(), after(120));
  await untilBalances(balances(0, 0, 100_050, 100_050));

  await site.post(`/api/v1/bookings/${id}/dispute`, ann, { reason: 'And the lights failed.' });
  await eventually(async () => (await listed('?status=started'))[0].problems.length === 1);
  expect((await listed('?status=started'))[0].problems).toEqual([{ problem: 'disputed', bookingId: id }]);
  expect(await exported()).toEqual([]);
  const [payout] = await listed('?status=started');
  expect(await act(fay, payout.id, 'failed', { reason: 'a problem was reported', destinationWrong: false })).toBe(204);
  await eventually(async () => (await titles('payout-failed')).length === 1);
  await untilBalances(balances(100_050, 0, 0, 100_050));
  await travel.to(account(), after(130));
  expect(await listed('?status=started')).toEqual([]);
});

test('a payout that was exported fails only with a confirmation, and its transfer can come back', async () => {
  const [{ bookingId }] = (await own()).entries;
  await site.post(`/api/v1/bookings/${bookingId}/dispute/resolve`, ann, {});
  await untilBalances(balances(0, 100_050, 0, 100_050));
  await travel.to(account(), after(140));
  await untilBalances(balances(0, 0, 100_050, 100_050));
  const [{ id }] = await listed('?status=started');
  expect(await exported()).toHaveLength(1);
  expect(await exported()).toEqual([]);
  expect(await exported({ includeHandedOver: true })).toHaveLength(1);
  const failure = { reason: 'not sent', destinationWrong: false };
  expect(await act(fay, id, 'failed', failure)).toBe('payout-handed-over');

  expect(await change(bo, { bank: { ...bank, accountNumber: '000123451111' }, password })).toBe(204);
  await eventually(async () => (await listed('?status=started'))[0].scheme === null);
  const seen = await accesses();
  expect(await act(fay, id, 'reveal', { reason: 'weekly transfers' })).toBe('payout-destination-replaced');
  expect(await accesses()).toBe(seen);

  // It was transferred before the bank details were replaced.
  expect(await act(fay, id, 'paid', { reference: 'TRF Baker' })).toBe('payout-reference-personal');
  expect(await act(fay, id, 'returned', failure)).toBe('payout-not-made');
  expect(await act(fay, id, 'paid', { reference: '2031 0921 0000 17' })).toBe(204);
  expect(await act(fay, id, 'paid', { reference: '2031 0921 0000 18' })).toBe('payout-ended');
  await untilBalances(balances(0, 0, 0, 200_100));
  expect(await act(fay, id, 'reveal', { reason: 'weekly transfers' })).toBe('payout-ended');

  expect(await act(sue, id, 'returned', failure)).toBe('staff-not-allowed');
  expect(await act(fay, id, 'returned', { ...failure, reason: 'Baker moved' })).toBe('payout-reason-personal');
  expect(await act(fay, id, 'returned', failure)).toBe(204);
  await untilBalances(balances(0, 100_050, 0, 100_050));
  await eventually(async () => (await titles('payout-returned')).length === 1);
  expect(await listed('?status=returned')).toMatchObject([{ id, reason: 'not sent', reference: '2031 0921 0000 17' }]);
  const lastPayout = async () => (await typesOf(bookingId)).filter((type) => type.startsWith('BookingPayout')).at(-1);
  await eventually(async () => (await lastPayout()) === 'BookingPayoutFailed');
});

test('a payout whose client was refunded since, or whose professional is suspended, is not transferred', async () => {
  const [{ bookingId }] = (await own()).entries;
  // The new bank details wait for three days.
  await travel.to(destinationOf(), after(160));
  await untilBalances(balances(0, 0, 100_050, 100_050));
  await scenario.refund(await paymentOf(bookingId), 10_000);
  const problems = async () => (await listed('?status=started'))[0].problems;
  await eventually(async () => (await problems()).length === 1);
  expect(await problems()).toEqual([{ problem: 'refunded', bookingId }]);
  await scenario.suspend(bo);
  expect(await problems()).toContainEqual({ problem: 'suspended', bookingId: null });
  await scenario.reinstate(bo);
  bo = await site.signIn(bo);
  expect(await problems()).toHaveLength(1);
  expect(await exported()).toEqual([]);
});

test('a professional with a negative balance is listed for finance, and cannot close the account', async () => {
  const [payout] = await listed('?status=started');
  // It was transferred before the refund.
  expect(await act(fay, payout.id, 'paid', { reference: 'TRF 9' })).toBe(204);
  await untilBalances(balances(0, -10_000, 0, 200_100));
  const path = '/api/v1/staff/payouts/negative-balances';
  expect(await site.get(path, fay)).toEqual({
    items: [{ professional: { id: bo.id, shortName: 'Bo B.' }, available: -10_000 }],
  });
  expect((await site.request('GET', path, { by: sue })).body).toMatchObject({ code: 'staff-not-allowed' });
  const closing = await site.request('DELETE', '/api/v1/me', { by: bo, body: { password } });
  expect([closing.status, closing.body.code]).toEqual([409, 'account-owes-money']);
  expect(closing.body.message).toContain('$100.00');
});

test('bookings that are paid out together appear in neither the timeline nor the evidence of each other', async () => {
  travel.now = after(200);
  // A Monday and a Tuesday: both are completed before the payouts of the next Monday.
  const ids = [await paidBooking(221), await paidBooking(222)];
  for (const id of ids) {
    await travel.to(id, after(225));
    await eventually(async () => (await site.get(`/api/v1/bookings/${id}`, bo)).status === 'completed');
  }
  await untilBalances(balances(0, 190_100, 0, 200_100));
  await travel.to(account(), after(250));
  await untilBalances(balances(0, 0, 190_100, 200_100));
  const [payout] = await listed('?status=started');
  const paidOut = payout.bookings.map(({ bookingId }: { bookingId: string }) => bookingId);
  expect(paidOut).toEqual(expect.arrayContaining(ids));
  for (const [id, other] of [ids, ids.toReversed()] as [string, string][]) {
    await eventually(async () => (await typesOf(id)).includes('BookingPayoutStarted'));
    const timeline = await timelineOf(id);
    const evidence = await site.post(`/api/v1/staff/bookings/${id}/evidence`, fay, { reason: 'chargeback 4711' });
    expect(await typesOf(id)).toContain('BookingEarningsRecorded');
    for (const shown of [timeline, evidence]) expect(JSON.stringify(shown)).not.toContain(other);
  }
});

test('a professional who is also staff has payouts of their own', async () => {
  const cy = await site.signUp('creator', 'Cy Cole');
  await scenario.makeStaff(cy, 'finance');
  const { person } = await scenario.addSecondFactor(cy);
  expect(await site.get('/api/v1/payouts', person)).toMatchObject({ obstacle: 'no-destination' });
  expect(await change(person, { bank, password })).toBe(204);
});

test('other users see neither the payouts nor the earnings of a professional', async () => {
  expect((await site.request('GET', '/api/v1/payouts', { by: ann })).body).toMatchObject({
    code: 'payout-not-allowed',
  });
  const [{ bookingId }] = (await own()).entries;
  expect((await site.request('GET', `/api/v1/payouts/bookings/${bookingId}`, { by: ann })).status).toBe(404);
});
