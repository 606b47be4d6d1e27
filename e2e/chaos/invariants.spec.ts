import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Jobs, queues } from '#platform/jobs';
import { Database } from '#platform/postgres';
import { testConfig } from '#platform/testing';
import { invariants } from './invariants.suite.ts';
import { type RecordedEventType, RequestLog } from './request-log.suite.ts';
import { Verification } from './verification.suite.ts';

let database: Database;
let verification: Verification;
let jobs: Jobs;
let drop: () => Promise<void>;
beforeAll(async () => {
  const { config, drop: dropDatabase } = await testConfig({ EVENT_STORE: 'postgres' });
  drop = dropDatabase;
  [database, verification, jobs] = [
    new Database(config.databaseUrl),
    new Verification(config.databaseUrl),
    new Jobs(config),
  ];
  await jobs.add(queues.default, [{ id: 'a', name: 'tests.note', data: {} }]);
});
afterAll(async () => {
  await jobs.onApplicationShutdown();
  await verification.close();
  await database.onApplicationShutdown();
  await drop();
});

/** Bypasses the triggers, which only the database's owner can do. */
const asOwner = (...statements: readonly string[]) =>
  database.transaction(async (within) => {
    await within.query('set local role none; set local session_replication_role = replica');
    for (const statement of statements) await within.query(statement);
  });

/** A statement that appends an event. By default the request's name is made of the stream and the event type. */
const appendEvent = (stream: string, version: number, type: string, data: object = {}, request = `${stream} ${type}`) =>
  `select log.append(array['${stream}'], array[${version - 1}], array[1], array[gen_random_uuid()], array['${type}'], array[1::smallint],
     array['${JSON.stringify(data)}'], array['${JSON.stringify({ request })}'], array[now()], array['x'::bytea], '{}', '{}')`;
const insertCheckout = (n: number) => `insert into sandbox.checkouts
  (id, idempotency_key, payment_id, reference, amount, currency, description, success_url, cancel_url, expires_at)
  values ('c-${n}', 'c-${n}', 'payment-${n}', 'lead-1/${n}', 900, 'usd', 'a lead', '/', '/', now())`;
const insertCharge = (n: number, id = n) =>
  `insert into sandbox.charges (id, checkout_id, amount) values ('h-${id}', 'c-${n}', 900)`;
const insertRefund = (id: string, n: number) =>
  `insert into sandbox.refunds (id, idempotency_key, charge_id, amount) values ('${id}', '${id}', 'h-${n}', 900)`;
const insertMail = (id: string) => `insert into mail.messages (id, kind, recipient, subject, body, html)
  values ('${id}', 'welcome', 'ann@example.com', '', '', '')`;
const appendPaymentSettled = (n: number, version: number, chargeId = `h-${n}`) =>
  appendEvent(
    `payment-${n}`,
    version,
    'PaymentSettled',
    { reference: `lead-1/${n}`, chargeId },
    `settled ${n} ${version}`,
  );
const appendLeadPurchased = (n: number, version: number, buyerId = `b-${n}`) =>
  appendEvent('lead-1', version, 'LeadPurchased', { paymentId: `payment-${n}`, buyerId });

/** A kept purchase, a refunded one and a booking: a consistent state. */
const consistentState: readonly string[] = [
  appendEvent('lead-1', 1, 'LeadPosted'),
  ...[insertCheckout(1), insertCharge(1), appendPaymentSettled(1, 1), appendLeadPurchased(1, 2)],
  ...[
    insertCheckout(2),
    insertCharge(2),
    appendPaymentSettled(2, 1),
    appendEvent('lead-1', 3, 'LeadRefundDue', { paymentId: 'payment-2' }),
  ],
  ...[appendEvent('payment-2', 2, 'PaymentRefundRequested', { refundId: 'f-2' }), insertRefund('f-2', 2)],
  appendEvent('payment-2', 3, 'PaymentRefunded', { refundId: 'f-2' }),
  // Requested again, and dropped because nothing was left to refund.
  appendEvent('payment-2', 4, 'PaymentRefundRequested', { refundId: 'f-3' }, 'f-3 requested'),
  appendEvent('payment-2', 5, 'PaymentRefundDropped', { refundId: 'f-3' }),
  appendEvent('booking-1', 1, 'BookingRequested', { creatorId: 'dj', eventDate: '2999-01-01' }),
  appendEvent('booking-1', 2, 'BookingConfirmed'),
  insertMail('l-1'),
  `insert into sandbox.events (id, body, delivered_at) values ('e-1', '', now())`,
];
const requests = new RequestLog();
for (const [stream, event] of [
  ['lead-1', 'LeadPosted'],
  ['booking-1', 'BookingRequested'],
  ['booking-1', 'BookingConfirmed'],
] as readonly (readonly [string, RecordedEventType])[])
  requests.add({ request: `${stream} ${event}`, event, stream, status: 200 });

beforeEach(() =>
  asOwner(
    'truncate log.events, sandbox.checkouts, sandbox.charges, sandbox.refunds, sandbox.events, mail.messages',
    `update bullmq.job set state = 'completed'`,
    ...consistentState,
  ),
);

test('a consistent state has no fault', async () => {
  expect(await verification.faults(requests)).toEqual([]);
  expect(await verification.unfinishedWork()).toEqual([]);
});

const violations: Readonly<Record<string, readonly string[]>> = {
  'positions are dense': ['delete from log.events where position = 2'],
  'versions are dense': [`delete from log.events where stream = 'booking-1' and version = 1`],
  'a payment is settled once': [appendPaymentSettled(1, 2)],
  'a settled payment is kept or refunded': [insertCheckout(3), insertCharge(3), appendPaymentSettled(3, 1)],
  'only settled payments are kept': [appendLeadPurchased(7, 4)],
  'the gateway holds the price of what is kept, and nothing else': [insertRefund('f-1', 1)],
  'a charge is recorded once': [insertCharge(1, 9)],
  'a refund is requested once, and made and recorded once or dropped once': [insertRefund('f-9', 2)],
  'a lead has five buyers at most, each of them once': [appendLeadPurchased(8, 4, 'b-1')],
  'a booking is confirmed once or cancelled once': [appendEvent('booking-1', 3, 'BookingCancelled')],
  'a creator has one confirmed booking a day': [
    appendEvent('booking-2', 1, 'BookingRequested', { creatorId: 'dj', eventDate: '2999-01-01' }),
    appendEvent('booking-2', 2, 'BookingConfirmed'),
  ],
  'every webhook was delivered': ['update sandbox.events set delivered_at = null'],
  'no mail is sent twice': [insertMail('l-2')],
  'no job has failed': [`update bullmq.job set state = 'failed'`],
};

test.each(invariants.map(([name]) => name))('a violation is found: %s', async (name) => {
  await asOwner(...(violations[name] ?? []));
  const faults = await verification.faults(requests);
  expect(faults.filter((fault) => fault.startsWith(`${name}: `))).not.toEqual([]);
});

test('unfinished work is reported', async () => {
  await asOwner(
    'update sandbox.events set delivered_at = null',
    `update bullmq.job set state = 'waiting'`,
    appendEvent('payment-1', 2, 'PaymentRefundRequested', { refundId: 'f-1' }),
    `insert into followers.checkpoints (name, position) values ('leads_v1', 1)`,
  );
  expect((await verification.unfinishedWork()).map((what) => what.split(' ')[0]).sort()).toEqual([
    'leads_v1',
    'refund',
    'waiting',
    'webhook',
  ]);
});
