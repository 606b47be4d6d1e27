import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Jobs, queues } from '#platform/jobs';
import { Database } from '#platform/postgres';
import { testConfig } from '#platform/testing';
import { Journal, type Wanted } from './journal.suite.ts';
import { laws } from './laws.suite.ts';
import { Reckoning } from './reckoning.suite.ts';

let database: Database;
let reckoning: Reckoning;
let jobs: Jobs;
let drop: () => Promise<void>;
beforeAll(async () => {
  const { config, drop: dropDatabase } = await testConfig({ EVENT_STORE: 'postgres' });
  drop = dropDatabase;
  [database, reckoning, jobs] = [new Database(config.databaseUrl), new Reckoning(config.databaseUrl), new Jobs(config)];
  await jobs.add(queues.default, [{ id: 'a', name: 'tests.note', data: {} }]);
});
afterAll(async () => {
  await jobs.onApplicationShutdown();
  await reckoning.close();
  await database.onApplicationShutdown();
  await drop();
});

/** Past the triggers, as only the database's owner can. */
const asOwner = (...statements: readonly string[]) =>
  database.transaction(async (within) => {
    await within.query('set local role none; set local session_replication_role = replica');
    for (const statement of statements) await within.query(statement);
  });

/** An event, under a request named after it. */
const told = (stream: string, version: number, type: string, data: object = {}, request = `${stream} ${type}`) =>
  `select log.append(array['${stream}'], array[${version - 1}], array[1], array[gen_random_uuid()], array['${type}'], array[1::smallint],
     array['${JSON.stringify(data)}'], array['${JSON.stringify({ request })}'], array[now()], array['x'::bytea], '{}', '{}')`;
const checkout = (n: number) => `insert into sandbox.checkouts
  (id, idempotency_key, payment_id, reference, amount, currency, description, success_url, cancel_url, expires_at)
  values ('c-${n}', 'c-${n}', 'payment-${n}', 'lead-1/${n}', 900, 'usd', 'a lead', '/', '/', now())`;
const charge = (n: number, id = n) =>
  `insert into sandbox.charges (id, checkout_id, amount) values ('h-${id}', 'c-${n}', 900)`;
const refund = (id: string, n: number) =>
  `insert into sandbox.refunds (id, idempotency_key, charge_id, amount) values ('${id}', '${id}', 'h-${n}', 900)`;
const letter = (id: string) => `insert into mail.messages (id, kind, recipient, subject, body, html)
  values ('${id}', 'welcome', 'ann@example.com', '', '', '')`;
const settled = (n: number, version: number, chargeId = `h-${n}`) =>
  told(`payment-${n}`, version, 'PaymentSettled', { reference: `lead-1/${n}`, chargeId }, `settled ${n} ${version}`);
const bought = (n: number, version: number, buyerId = `b-${n}`) =>
  told('lead-1', version, 'LeadPurchased', { paymentId: `payment-${n}`, buyerId });

/** One purchase that stands, one that went back, one booking: all as it must be. */
const orderly: readonly string[] = [
  told('lead-1', 1, 'LeadPosted'),
  ...[checkout(1), charge(1), settled(1, 1), bought(1, 2)],
  ...[checkout(2), charge(2), settled(2, 1), told('lead-1', 3, 'LeadRefundDue', { paymentId: 'payment-2' })],
  ...[told('payment-2', 2, 'PaymentRefundRequested', { refundId: 'f-2' }), refund('f-2', 2)],
  told('payment-2', 3, 'PaymentRefunded', { refundId: 'f-2' }),
  told('booking-1', 1, 'BookingRequested', { creatorId: 'dj', eventDate: '2999-01-01' }),
  told('booking-1', 2, 'BookingConfirmed'),
  letter('l-1'),
  `insert into sandbox.events (id, body, delivered_at) values ('e-1', '', now())`,
];
const journal = new Journal();
for (const [stream, event] of [
  ['lead-1', 'LeadPosted'],
  ['booking-1', 'BookingRequested'],
  ['booking-1', 'BookingConfirmed'],
] as readonly (readonly [string, Wanted])[])
  journal.note({ request: `${stream} ${event}`, event, stream, status: 200 });

beforeEach(() =>
  asOwner(
    'truncate log.events, sandbox.checkouts, sandbox.charges, sandbox.refunds, sandbox.events, mail.messages',
    `update bullmq.job set state = 'completed'`,
    ...orderly,
  ),
);

test('where everything is as it must be there is no fault', async () => {
  expect(await reckoning.faults(journal)).toEqual([]);
  expect(await reckoning.unfinished()).toEqual([]);
});

const planted: Readonly<Record<string, readonly string[]>> = {
  'positions are dense': ['delete from log.events where position = 2'],
  'versions are dense': [`delete from log.events where stream = 'booking-1' and version = 1`],
  'a payment is settled once': [settled(1, 2)],
  'a settled payment is kept, or due to go back': [checkout(3), charge(3), settled(3, 1)],
  'nothing is kept that was not settled': [bought(7, 4)],
  'the provider keeps the price of what is kept, and nothing else': [refund('f-1', 1)],
  'a charge is recorded once': [charge(1, 9)],
  'a refund is asked for once, made once, recorded once': [refund('f-9', 2)],
  'a lead has five buyers at most, each of them once': [bought(8, 4, 'b-1')],
  'a booking is confirmed once, or cancelled once': [told('booking-1', 3, 'BookingCancelled')],
  'a creator has one confirmed booking a day': [
    told('booking-2', 1, 'BookingRequested', { creatorId: 'dj', eventDate: '2999-01-01' }),
    told('booking-2', 2, 'BookingConfirmed'),
  ],
  'every webhook was taken': ['update sandbox.events set delivered_at = null'],
  'no letter is written twice': [letter('l-2')],
  'no job is left, or given up': [`update bullmq.job set state = 'failed'`],
};

test.each(laws.map(([name]) => name))('who breaks it is found: %s', async (law) => {
  await asOwner(...(planted[law] ?? []));
  const faults = await reckoning.faults(journal);
  expect(faults.filter((fault) => fault.startsWith(`${law}: `))).not.toEqual([]);
});

test('work that nobody has finished is known', async () => {
  await asOwner(
    'update sandbox.events set delivered_at = null',
    `update bullmq.job set state = 'waiting'`,
    told('payment-1', 2, 'PaymentRefundRequested', { refundId: 'f-1' }),
    `insert into followers.checkpoints (name, position) values ('leads_v1', 1)`,
  );
  expect((await reckoning.unfinished()).map((what) => what.split(' ')[0]).sort()).toEqual([
    'leads_v1',
    'refund',
    'waiting',
    'webhook',
  ]);
});
