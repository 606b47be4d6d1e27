import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { NotificationsQueries } from '#notifications';
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
  fay = await staff('finance', 'Fay Finance');
  sue = await staff('support', 'Sue Staff');
});
afterAll(() => stop());

const staff = async (role: 'finance' | 'support', name: string): Promise<Person> => {
  const person = await site.signUp('client', name);
  await scenario.makeStaff(person, role);
  return (await scenario.addSecondFactor(person)).person;
};

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
    problemBookings: [],
    bookings: [{ bookingId: id, amount: 100_050 }],
  });
  expect((await site.get('/api/v1/staff/overview', fay)).waitingPayouts).toBe(1);
  expect((await site.get('/api/v1/staff/overview', sue)).waitingPayouts).toBeNull();

  const reason = 'weekly transfers';
  expect(await act(sue, payout.id, 'reveal', { reason })).toBe('staff-not-allowed');
  expect(await act(fay, payout.id, 'reveal', { reason: 'for Baker' })).toBe('person-reason-personal');
  expect(await site.post(`/api/v1/staff/payouts/${payout.id}/reveal`, fay, { reason })).toEqual({
    holder: 'Bo Baker',
    numbers: { routingNumber: '021000021', accountNumber: '000123456789' },
  });
  const file = await site.request('POST', '/api/v1/staff/payouts/export', { by: fay, body: { reason } });
  expect(file.text.split('\r\n')).toEqual([
    'payoutId,amount,currency,holder,scheme,iban,bic,routingNumber,sortCode,institutionNumber,transitNumber,accountNumber',
    `${payout.id},1000.50,USD,Bo Baker,us,,,021000021,,,,000123456789`,
    '',
  ]);
  const exported = await site.get('/api/v1/me/export', bo);
  expect(exported.accesses.map(({ fields }: { fields: string[] }) => fields)).toEqual([
    ['bankDetails'],
    ['bankDetails'],
  ]);
  expect(exported.payouts.bankDetails).toMatchObject({ holder: 'Bo Baker', lastFour: '6789' });

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
  const types = (await site.get(`/api/v1/staff/bookings/${id}/timeline`, sue)).items.map(
    ({ type }: { type: string }) => type,
  );
  expect(types).toEqual(expect.arrayContaining(['BookingPayoutStarted', 'BookingPayoutMade']));
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
  await eventually(async () => (await listed('?status=started'))[0].problemBookings.includes(id));
  const reason = 'weekly transfers';
  const file = await site.request('POST', '/api/v1/staff/payouts/export', { by: fay, body: { reason } });
  expect(file.text.split('\r\n')).toHaveLength(2);
  const [payout] = await listed('?status=started');
  expect(await act(fay, payout.id, 'failed', { reason: 'a problem was reported', destinationWrong: false })).toBe(204);
  await eventually(async () => (await titles('payout-failed')).length === 1);
  await untilBalances(balances(100_050, 0, 0, 100_050));
  await travel.to(account(), after(130));
  expect(await listed('?status=started')).toEqual([]);
});

test('other users see neither the payouts nor the earnings of a professional', async () => {
  expect((await site.request('GET', '/api/v1/payouts', { by: ann })).body).toMatchObject({
    code: 'payout-not-allowed',
  });
  const [{ bookingId }] = (await own()).entries;
  expect((await site.request('GET', `/api/v1/payouts/bookings/${bookingId}`, { by: ann })).status).toBe(404);
});
