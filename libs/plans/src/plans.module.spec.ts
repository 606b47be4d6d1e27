import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { RegisterUser } from '#identity';
import { type Actor, instantAfter, type Recorded } from '#kernel';
import { NotificationsQueries } from '#notifications';
import { RefundPayment } from '#payments';
import { PlansQueries, plansModule, ReturnCredit, SpendCredit } from '#plans';
import type { Reaction } from '#platform/reactions';
import { eventually, TestApp, untilCaughtUp } from '#platform/testing';
import { planPaging } from './contract.ts';
import type { PlanEvents } from './plan.ts';
import { PlanNotifications } from './plan-notifications.reactions.ts';
import { GrantUnreadCredit, RecordPlanPayment, RequestPlanMonth, RevokePlanMonth } from './plans.commands.ts';
import { startPlan } from './testing.ts';

let site: TestApp;
beforeAll(async () => {
  site = await TestApp.start({ imports: [plansModule.nest], actorHeader: true });
});
afterAll(() => site.stop());

const seeder: Actor = { id: 'seed', kind: 'system', role: 'system' };
const worker: Actor = { id: 'plans.test', kind: 'worker', role: 'reaction' };
const professional = async (): Promise<Actor> => {
  const email = `bo-${randomUUID()}@example.org`;
  const newUser = { firstName: 'Bo', lastName: 'Lee', email, password: 'Orchard-Lane-7', role: 'creator' } as const;
  return { id: await site.send(seeder, new RegisterUser(newUser)), kind: 'user', role: 'creator' };
};
const plans = () => site.app.get(PlansQueries);
const own = (by: Actor) => site.as(by, () => plans().own());
const lead = () => `lead-${randomUUID()}`;
const press = async (url: string) => {
  const { origin, pathname } = new URL(url);
  await fetch(`${origin}${pathname}/pay`, { method: 'POST', redirect: 'manual' });
};
const onPro = (by: Actor) => eventually(async () => (await own(by)).plan === 'pro');
const startMonth = (by: Actor, number = 1) => startPlan(site, by.id, number);
const verify = async (by: Actor, sessionId: string) => {
  const response = await fetch(`${site.url}/functions/v1/verify-payment`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-actor': JSON.stringify(by) },
    body: JSON.stringify({ sessionId }),
  });
  return response.json();
};

test('a month of the Pro plan begins when it is paid, and ends when the whole payment is refunded', async () => {
  const bo = await professional();
  expect(await own(bo)).toEqual({
    plan: 'free',
    paidUntil: null,
    creditsLeft: 0,
    creditsExpireAt: null,
    price: 4_900,
    currency: 'USD',
    mayPay: true,
  });
  const { url } = await site.send(bo, new RequestPlanMonth());
  expect((await site.send(bo, new RequestPlanMonth())).url).toBe(url);
  await press(url);
  await onPro(bo);
  expect(await own(bo)).toMatchObject({ plan: 'pro', creditsLeft: 10, mayPay: true });
  await untilCaughtUp(site.app);
  expect(await plans().proAmong([bo.id, randomUUID()])).toEqual(new Set([bo.id]));
  const [{ data }] = (await site.store.read<PlanEvents>(`plan-${bo.id}`)) as [
    Recorded<Pick<PlanEvents, 'PlanMonthPaid'>>,
  ];

  // A part of the payment is refunded: the month stays. Then the rest is.
  await site.send(worker, new RefundPayment(data.paymentId, 900, 'A gesture'));
  await site.send(worker, new RefundPayment(data.paymentId, 4_000, 'Asked for'));
  await eventually(async () => (await own(bo)).plan === 'free');
  expect(await site.typesOf(`plan-${bo.id}`)).toEqual(['PlanMonthPaid', 'PlanMonthRevoked']);
  await untilCaughtUp(site.app);
  expect(await plans().proAmong([bo.id])).toEqual(new Set());
  const { items } = await site.as(bo, () => plans().entries(planPaging.parse({})));
  expect(items).toMatchObject([
    { kind: 'month-revoked', credits: -10 },
    { kind: 'month-paid', credits: 10, amount: 4_900, until: data.until },
  ]);
});

test('a payment that settles several times starts one month, and a second one extends it', async () => {
  const bo = await professional();
  const paymentId = `payment-${randomUUID()}`;
  const record = (number: number, id: string) => site.send(worker, new RecordPlanPayment(bo.id, number, id, 4_900));
  await Promise.all([record(1, paymentId), record(1, paymentId), record(1, paymentId)]);
  expect(await site.typesOf(`plan-${bo.id}`)).toEqual(['PlanMonthPaid']);
  await Promise.all([record(2, `payment-${randomUUID()}`), record(2, `payment-${randomUUID()}`)]);
  expect(await site.typesOf(`plan-${bo.id}`)).toEqual(['PlanMonthPaid', 'PlanMonthPaid', 'PlanRefundDue']);
});

test('of two leads at once only one gets the last credit', async () => {
  for (let round = 0; round < 3; round++) {
    const bo = await professional();
    await startMonth(bo);
    for (let i = 0; i < 9; i++) expect(await site.send(bo, new SpendCredit(lead()))).toMatch(/^credit-/);
    const results = await Promise.all([lead(), lead()].map((id) => site.send(bo, new SpendCredit(id))));
    expect(results.filter((id) => id !== null)).toHaveLength(1);
    expect(await own(bo)).toMatchObject({ plan: 'pro', creditsLeft: 0 });
  }
});

test('a lead costs one credit however often it is requested, and a refund at the same time returns only one', async () => {
  const bo = await professional();
  await startMonth(bo);
  const leadId = lead();
  const ids = await Promise.all([1, 2, 3].map(() => site.send(bo, new SpendCredit(leadId))));
  expect(new Set(ids).size).toBe(1);
  const spendingId = ids[0] ?? '';
  await Promise.all([
    site.send(worker, new ReturnCredit(bo.id, spendingId)),
    site.send(worker, new ReturnCredit(bo.id, spendingId)),
    site.send(bo, new SpendCredit(lead())),
  ]);
  expect((await own(bo)).creditsLeft).toBe(9);
});

test('people without a plan have no credit, and clients have no plan', async () => {
  const bo = await professional();
  expect(await site.send(bo, new SpendCredit(lead()))).toBeNull();
  await expect(own({ ...bo, role: 'client' })).rejects.toMatchObject({ code: 'plan-not-allowed' });
});

test('verifying a credit says how it was used, only to its owner', async () => {
  const [bo, eve] = [await professional(), await professional()];
  await startMonth(bo);
  const spendingId = (await site.send(bo, new SpendCredit(lead()))) ?? '';
  const sessionId = spendingId.replace('credit-', 'cr_');
  expect(await verify(bo, sessionId)).toEqual({ success: true, message: 'Lead unlocked with 1 credit' });
  expect(await verify(eve, sessionId)).toEqual({ success: false, message: 'Payment not found' });
  expect(await verify(bo, `cr_${randomUUID()}`)).toEqual({ success: false, message: 'Payment not found' });
  await site.send(worker, new ReturnCredit(bo.id, spendingId));
  expect(await verify(bo, sessionId)).toEqual({
    success: false,
    message: 'Your credit could not unlock the lead and was returned.',
  });
});

test('a credit for an unread message is only for the Pro plan, and counts once', async () => {
  const bo = await professional();
  const leadId = lead();
  await site.send(worker, new GrantUnreadCredit(bo.id, leadId));
  await startMonth(bo);
  await site.send(worker, new GrantUnreadCredit(bo.id, leadId));
  await site.send(worker, new GrantUnreadCredit(bo.id, leadId));
  expect((await own(bo)).creditsLeft).toBe(11);
  expect(await plans().hasUnreadCredit(bo.id, leadId)).toBe(true);
});

test('people are reminded 3 days before the end and at the end, unless another month follows', async () => {
  const bo = await professional();
  await startMonth(bo);
  const schedule = site.app.get(PlanNotifications, { strict: false });
  const [first] = await site.store.read<PlanEvents>(`plan-${bo.id}`);
  const event = first as Recorded<Pick<PlanEvents, 'PlanMonthPaid'>>;
  const { until } = event.data;
  const reminders = [schedule.remindOfEnd, schedule.notifyEnd] as Extract<
    Reaction<PlanEvents>,
    { to: 'PlanMonthPaid' }
  >[];
  expect(reminders.map(({ runAt }) => runAt?.(event))).toEqual([instantAfter(until, -3 * 86_400_000), until]);
  const tomorrow = instantAfter(new Date().toISOString(), 86_400_000);
  await site.as(worker, () =>
    schedule.remindOfEnd.react({ ...event, data: { ...event.data, until: tomorrow } } as never),
  );
  for (const { react } of reminders) await site.as(worker, () => react(event) as Promise<void>);
  const kinds = async () =>
    (await site.app.get(NotificationsQueries, { strict: false }).sentTo(bo.id)).map(({ kind }) => kind);
  const expected = ['payments.plan-ended', 'payments.plan-ending', 'payments.plan-paid'];
  await eventually(async () => (await kinds()).length === 3);
  expect((await kinds()).sort()).toEqual(expected);
  await startMonth(bo, 2);
  for (const { react } of reminders) await site.as(worker, () => react(event) as Promise<void>);
  await eventually(async () => (await kinds()).length === 4);
  expect((await kinds()).sort()).toEqual([...expected, 'payments.plan-paid']);
});

test('a role cannot change while a month is paid', async () => {
  const bo = await professional();
  await plans().requireNoPlan(bo.id);
  await startMonth(bo);
  await expect(plans().requireNoPlan(bo.id)).rejects.toMatchObject({ code: 'account-has-plan' });
  const { data } = (await site.store.read(`plan-${bo.id}`))[0] as Recorded<Pick<PlanEvents, 'PlanMonthPaid'>>;
  await site.send(worker, new RevokePlanMonth(bo.id, data.paymentId));
  await plans().requireNoPlan(bo.id);
});

test('the read tables match the log', async () => {
  expect(await site.differences()).toEqual(new Map());
});
