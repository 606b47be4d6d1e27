/** A statement that returns one row for each violation. */
export type Invariant = readonly [name: string, sql: string];

/** Payments in the log, and the money at the gateway. */
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

export const invariants: readonly Invariant[] = [
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
    'a settled payment is kept or refunded',
    `${money} select s.* from settled s left join kept k using (payment) left join due d using (payment)
     where coalesce(k.times, 0) > 1 or coalesce(d.times, 0) > 1 or (k.times is null and d.times is null)`,
  ],
  [
    'only settled payments are kept',
    `${money} select * from kept left join settled s using (payment) where s.payment is null`,
  ],
  [
    'the gateway holds the price of what is kept, and nothing else',
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
    'a refund is requested once, and made and recorded once or dropped once',
    `select refund, requested, recorded, dropped, made from (
       select data->>'refundId' as refund, count(*) filter (where type = 'PaymentRefundRequested') as requested,
         count(*) filter (where type = 'PaymentRefunded') as recorded,
         count(*) filter (where type = 'PaymentRefundDropped') as dropped
       from log.events where type in ('PaymentRefundRequested', 'PaymentRefunded', 'PaymentRefundDropped') group by 1)
       as log_entries
     full join (select idempotency_key as refund, count(*) as made from sandbox.refunds group by 1) as gateway using (refund)
     where (requested, recorded, coalesce(made, 0), dropped) is distinct from (1, 1, 1, 0)
       and (requested, recorded, coalesce(made, 0), dropped) is distinct from (1, 0, 0, 1)`,
  ],
  [
    'a lead has five buyers at most, each of them once',
    `select stream, count(*) from log.events where type = 'LeadPurchased' group by stream
     having count(*) > 5 or count(*) <> count(distinct data->>'buyerId')`,
  ],
  [
    'a booking is confirmed once or cancelled once',
    `select stream from log.events where type in ('BookingConfirmed', 'BookingCancelled') group by stream having count(*) > 1`,
  ],
  [
    'a creator has one confirmed booking a day',
    `select r.data->>'creatorId' as creator, r.data->>'eventDate' as day from log.events r
     join log.events c on c.stream = r.stream and c.type = 'BookingConfirmed'
     where r.type = 'BookingRequested' group by 1, 2 having count(*) > 1`,
  ],
  ['every webhook was delivered', 'select id, attempts from sandbox.events where delivered_at is null'],
  [
    // There may be several mails of a kind if the person was notified as often.
    'no mail is sent twice',
    `select kind, recipient, count(*) from mail.messages m group by kind, recipient, person
     having count(*) > greatest(1, (select count(*) from log.events e where e.type = 'NotificationSent'
       and e.data->>'kind' = m.kind and e.data->>'personId' = m.person))`,
  ],
  [
    // Jobs with a delay may start while this is checked. What had begun is checked before with `unfinishedWork`.
    'no job has failed',
    `select queue, id, name, state, attempts_made, deferred_failure, failed_reason from bullmq.job
     where state not in ('completed', 'delayed', 'waiting', 'active')`,
  ],
];

/** Work that has begun; it must be finished before the invariants can be checked. */
export const unfinishedWork = `
  select 'webhook ' || id as what from sandbox.events where delivered_at is null
  union all
  select format('%s %s %s, started %s times, stalled %s times, locked for %s ms', state, queue, id, attempts_started,
      stalled_count, locked_until_ms - (extract(epoch from now()) * 1000)::bigint) from bullmq.job
    where state in ('waiting', 'active') or (state = 'delayed' and attempts_started > 0)
  union all
  select name || ' at ' || position from followers.checkpoints where position < (select max(position) from log.events)
  union all
  select 'refund ' || (data->>'refundId') from log.events requested where type = 'PaymentRefundRequested' and not exists
    (select from log.events ended where ended.stream = requested.stream
       and ended.type in ('PaymentRefunded', 'PaymentRefundDropped')
       and ended.data->>'refundId' = requested.data->>'refundId')`;
