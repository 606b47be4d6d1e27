import { Database } from '#platform';
import type { Journal, Wanted } from './journal.suite.ts';

type Found = Readonly<Record<string, unknown>>;
/** A statement that answers what is wrong, one row each. */
type Law = readonly [name: string, sql: string];

const wanted: readonly Wanted[] = ['LeadPosted', 'BookingRequested', 'BookingConfirmed', 'BookingCancelled'];

/** Payments as the site keeps them, and the money that the provider keeps. */
const money = `
  with settled as (
    select stream as payment, data->>'reference' as reference, count(*) as times
    from log.events where type = 'PaymentSettled' group by 1, 2),
  kept as (
    select data->>'paymentId' as payment, count(*) as times from log.events
    where type in ('LeadPurchased', 'BookingPaid') group by 1),
  due as (
    select data->>'paymentId' as payment, count(*) as times from log.events
    where type in ('LeadRefundDue', 'BookingRefundDue') group by 1),
  held as (
    select c.payment_id as payment, max(c.amount) as price, coalesce(sum(h.amount), 0) as charged,
      coalesce(sum((select sum(r.amount) from sandbox.refunds r where r.charge_id = h.id)), 0) as refunded
    from sandbox.checkouts c left join sandbox.charges h on h.checkout_id = c.id group by 1)`;

const laws: readonly Law[] = [
  [
    'positions are dense',
    `select count(*), max(position) from log.events having count(*) <> coalesce(max(position), 0) or min(position) <> 1`,
  ],
  [
    'versions are dense',
    `select stream from log.events group by stream having count(*) <> max(version) or min(version) <> 1`,
  ],
  ['a payment is settled once', `${money} select * from settled where times > 1`],
  [
    'a settled payment is kept, or due to go back',
    `${money} select s.* from settled s left join kept k using (payment) left join due d using (payment)
     where coalesce(k.times, 0) > 1 or coalesce(d.times, 0) > 1 or (k.times is null and d.times is null)`,
  ],
  [
    'nothing is kept that was not settled',
    `${money} select * from kept left join settled s using (payment) where s.payment is null`,
  ],
  [
    'the provider keeps the price of what is kept, and nothing else',
    `${money} select h.* from held h left join kept k using (payment) left join due d using (payment)
     where h.charged - h.refunded <> case when k.payment is not null and d.payment is null then h.price else 0 end`,
  ],
  [
    'a charge is recorded once',
    `select h.id, count(e.id) from sandbox.charges h left join log.events e
       on e.type in ('PaymentSettled', 'PaymentSurplusArrived') and e.data->>'chargeId' = h.id
     group by h.id having count(e.id) <> 1`,
  ],
  [
    'a refund is asked for once, made once, recorded once',
    `select refund, asked, recorded, made from (
       select data->>'refundId' as refund, count(*) filter (where type = 'PaymentRefundRequested') as asked,
         count(*) filter (where type = 'PaymentRefunded') as recorded
       from log.events where type in ('PaymentRefundRequested', 'PaymentRefunded') group by 1) as told
     full join (select idempotency_key as refund, count(*) as made from sandbox.refunds group by 1) as books using (refund)
     where (asked, recorded, made) is distinct from (1, 1, 1)`,
  ],
  [
    'a lead has five buyers at most, each of them once',
    `select stream, count(*) from log.events where type = 'LeadPurchased' group by stream
     having count(*) > 5 or count(*) <> count(distinct data->>'buyerId')`,
  ],
  [
    'a booking is confirmed once, or cancelled once',
    `select stream from log.events where type in ('BookingConfirmed', 'BookingCancelled') group by stream having count(*) > 1`,
  ],
  [
    'a creator has one confirmed booking a day',
    `select r.data->>'creatorId' as creator, r.data->>'eventDate' as day from log.events r
     join log.events c on c.stream = r.stream and c.type = 'BookingConfirmed'
     where r.type = 'BookingRequested' group by 1, 2 having count(*) > 1`,
  ],
  ['every webhook was taken', 'select id, attempts from sandbox.events where delivered_at is null'],
  [
    'no letter is written twice',
    `select kind, recipient, count(*) from mail.letters group by 1, 2 having count(*) > 1`,
  ],
  [
    'no job is left, or given up',
    `select queue, id, name, state, attempts_made, deferred_failure, failed_reason from bullmq.job
     where state not in ('completed', 'delayed')`,
  ],
];

/** What must be gone before everything can be held against the log: work that was begun. */
const unfinished = `
  select 'webhook ' || id as what from sandbox.events where delivered_at is null
  union all
  select state || ' ' || queue || ' ' || id from bullmq.job where state in ('waiting', 'active')
  union all
  select name || ' at ' || position from followers.checkpoints where position < (select max(position) from log.events)
  union all
  select 'refund ' || (data->>'refundId') from log.events asked where type = 'PaymentRefundRequested' and not exists
    (select from log.events done where done.stream = asked.stream and done.type = 'PaymentRefunded'
       and done.data->>'refundId' = asked.data->>'refundId')`;

/** Holds the log, the provider's books and the queues against each other and against what people were told. */
export class Reckoning {
  readonly #database: Database;

  constructor(url: string) {
    this.#database = new Database(url);
  }

  close(): Promise<void> {
    return this.#database.onApplicationShutdown();
  }

  /** Work that nobody has finished yet. */
  async unfinished(): Promise<readonly string[]> {
    return (await this.#database.query<{ what: string }>(unfinished)).map(({ what }) => what);
  }

  async events(): Promise<number> {
    const [row] = await this.#database.query<{ count: string }>('select count(*) from log.events');
    return Number(row?.count);
  }

  /** Everything that is not as it must be, a line each. */
  async faults(journal: Journal): Promise<readonly string[]> {
    const found: string[] = [];
    for (const [name, sql] of laws)
      for (const row of await this.#database.query<Found>(sql)) found.push(`${name}: ${JSON.stringify(row)}`);
    return [...found, ...(await this.#words(journal)), ...(await this.#payments(journal))];
  }

  /** What was acknowledged stands in the log once, and nothing else does. */
  async #words({ entries }: Journal): Promise<readonly string[]> {
    const rows = await this.#database.query<{ request: string; type: Wanted; stream: string }>(
      `select origin->>'request' as request, type, stream from log.events where type = any($1)`,
      [wanted],
    );
    const key = (event: string | undefined, request: string) => `${event} of request ${request}`;
    const written = new Map<string, string[]>();
    for (const { request, type, stream } of rows)
      written.set(key(type, request), [...(written.get(key(type, request)) ?? []), stream]);
    const faults: string[] = [];
    for (const { event, request, status, stream } of entries.filter((entry) => entry.event)) {
      const streams = written.get(key(event, request)) ?? [];
      written.delete(key(event, request));
      const right = status < 400 ? streams.length === 1 && streams[0] === stream : streams.length === 0;
      if (!right) faults.push(`${key(event, request)}, answered ${status} for ${stream}, stands in [${streams}]`);
    }
    return [...faults, ...[...written.keys()].map((unasked) => `${unasked} was written, but nobody was told`)];
  }

  /** What the pages answered is what the provider and the log know. */
  async #payments({ pressed, paid }: Journal): Promise<readonly string[]> {
    const rows = await this.#database.query<{ session: string; charges: number; settled: boolean }>(
      `select c.id as session, (select count(*)::integer from sandbox.charges h where h.checkout_id = c.id) as charges,
         exists (select from log.events e where e.stream = c.payment_id and e.type = 'PaymentSettled') as settled
       from sandbox.checkouts c`,
    );
    const counts: Readonly<Record<string, number>> = { pay: 1, 'pay-twice': 2, decline: 0 };
    const known = new Map(rows.map((row) => [row.session, row]));
    const faults: string[] = [];
    for (const [session, buttons] of pressed) {
      const { charges = -1 } = known.get(session) ?? {};
      if (!buttons.some((button) => counts[button] === charges))
        faults.push(`${session} has ${charges} charges after ${buttons}`);
    }
    for (const session of paid)
      if (!known.get(session)?.settled) faults.push(`${session} was said to be paid, and is not`);
    return faults;
  }
}
