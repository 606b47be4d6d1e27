import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import { RegisterUser, ReinstateUser, SuspendUser } from '#identity';
import type { Actor } from '#kernel';
import { LeadsQueries, leadsModule, MarkLeadBooked, PostLead, ReopenLead } from '#leads';
import { NotificationsQueries } from '#notifications';
import { PlansQueries, ReturnCredit, SpendCredit } from '#plans';
import { startPlan } from '#plans/testing';
import { checkSignature, Receipts } from '#platform/audit';
import { Config } from '#platform/config';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { PersonalDataKeys } from '#platform/personal-data';
import { Database } from '#platform/postgres';
import { Projector } from '#platform/projections';
import { eventually, originOf, TestApp, untilCaughtUp, untilReactionsHaveRun, wholeLog } from '#platform/testing';
import { hiddenText } from './contact-mask.ts';
import { leadFilter, leadPost, leadsPaging } from './contract.ts';
import { LeadReceipts } from './lead-receipts.queries.ts';
import {
  ChangeLead,
  CloseLead,
  DecideLeadRefund,
  ModerateLead,
  RefundLeadPurchase,
  ReleaseLeadPlace,
  RequestLeadPayment,
  RequestLeadRefund,
  ViewLeads,
  WithdrawLead,
} from './leads.commands.ts';

let site: TestApp;
let app: TestApp['app'];
let ann: Actor;
const creator = (): Actor => ({ id: randomUUID(), kind: 'user', role: 'creator' });
const worker: Actor = { id: 'leads.test', kind: 'worker', role: 'reaction' };

beforeAll(async () => {
  site = await TestApp.start({ imports: [leadsModule.nest] });
  app = site.app;
  ann = await register('Ann', 'Brown', 'ann@example.com');
});
afterAll(() => site.stop());

const runAs = <T>(by: Actor, work: (leads: LeadsQueries, commands: CommandBus) => Promise<T>): Promise<T> =>
  site.as(by, () => work(app.get(LeadsQueries), app.get(CommandBus)));

const register = async (firstName: string, lastName: string, email: string): Promise<Actor> => {
  const newUser = {
    firstName,
    lastName,
    email,
    password: 'Orchard-Lane-7',
    role: 'client',
    phone: '876-555-0100',
  } as const;
  const testSystem: Actor = { id: 'leads.test', kind: 'system', role: 'test' };
  const id = await runAs(testSystem, (_, commands) => commands.execute(new RegisterUser(newUser)));
  return { id, kind: 'user', role: 'client' };
};

const validPost = {
  eventType: 'wedding',
  eventDate: '2999-06-20',
  description: 'A garden wedding for eighty guests. Write to ann@example.com or call 876-555-0100.',
  locationCity: 'Kingston',
  locationState: 'Kingston',
  budgetMin: 200_000,
  budgetMax: 450_000,
  durationDays: 1,
} as const;
const post = (change: Partial<Record<keyof typeof validPost, string | number>> = {}, by = ann) =>
  runAs(by, (_, commands) => commands.execute(new PostLead(leadPost.parse({ ...validPost, ...change }))));
const unlock = (by: Actor, leadId: string) =>
  runAs(by, (_, commands) => commands.execute(new RequestLeadPayment(leadId)));
const idsOf = (items: { id: string }[]) => items.map(({ id }) => id);
const ids = ({ items }: { items: { id: string }[] }) => idsOf(items);

const press = async (url: string, button: string) => {
  const { origin, pathname } = new URL(url);
  await fetch(`${origin}${pathname}/${button}`, { method: 'POST', redirect: 'manual' });
};
const typesOf = async (stream: string) => (await app.get(EventStore).read(stream)).map(({ type }) => type);
const paymentIdOf = async (leadId: string, buyer: Actor): Promise<string> => {
  const openedEvent = (
    await app.get(EventStore).read<{ LeadCheckoutOpened: { buyerId: string; paymentId: string } }>(leadId)
  )
    .filter(({ type, data }) => type === 'LeadCheckoutOpened' && data.buyerId === buyer.id)
    .at(-1);
  return openedEvent?.data.paymentId ?? '';
};

test('a client posts a lead; professionals see it without contact details', async () => {
  const id = await post();
  const lead = await runAs(creator(), (leads) => leads.byId(id));
  expect(lead).toMatchObject({
    id,
    clientId: ann.id,
    clientName: 'Ann B.',
    hasPhone: true,
    status: 'active',
    leadPrice: 2_500,
    currency: 'USD',
    buyers: 0,
    buyersLimit: 5,
    unlocked: false,
    mine: false,
    description: `A garden wedding for eighty guests. Write to ${hiddenText} or call ${hiddenText}.`,
  });
  expect(JSON.stringify(lead)).not.toContain('example.com');
  expect(await runAs(ann, (leads) => leads.byId(id))).toMatchObject({ mine: true, description: validPost.description });
});

test('a client changes a lead until a professional unlocks it', async () => {
  const id = await post();
  const change = (by: Actor) => {
    const changed = leadPost.parse({ ...validPost, locationCity: 'Montego Bay', locationState: 'Saint James' });
    return runAs(by, (_, commands) => commands.execute(new ChangeLead(id, changed)));
  };
  await expect(change(creator())).rejects.toMatchObject({ code: 'lead-not-yours' });
  await change(ann);
  expect(await runAs(creator(), (leads) => leads.byId(id))).toMatchObject({ locationCity: 'Montego Bay', buyers: 0 });
  const near = leadFilter.parse({ location: 'montego bay, saint james' });
  expect(ids(await runAs(creator(), (leads) => leads.browse(near)))).toContain(id);
  const mayChange = async (by: Actor) => (await runAs(by, (leads) => leads.byId(id))).may?.change;
  expect([await mayChange(ann), await mayChange(creator())]).toEqual([true, undefined]);
  await unlock(creator(), id);
  await expect(change(ann)).rejects.toMatchObject({ code: 'lead-in-checkout' });
  const { items } = await runAs(ann, (leads) => leads.mine(leadsPaging.parse({})));
  expect(items.find((item) => item.id === id)).toMatchObject({
    may: { change: false, close: true, markBooked: true, withdraw: true },
  });
});

test('a lead that is not unlocked is listed for 60 days', async () => {
  const [posted] = await app.get(EventStore).read<{ LeadPosted: { expiresAt: string } }>(await post());
  const lifetime = Date.parse(posted?.data.expiresAt ?? '') - Date.parse(posted?.at ?? '');
  expect(Math.round(lifetime / 86_400_000)).toBe(60);
});

test('paying unlocks the full text and the contact details, and is recorded once', async () => {
  const id = await post();
  const bo = creator();
  const { url } = await unlock(bo, id);
  expect(await runAs(bo, (leads) => leads.isBuyer(id, bo.id))).toBe(false);
  expect(await runAs(bo, (leads) => leads.purchased(leadsPaging.parse({})))).toEqual({ items: [], nextCursor: null });

  await press(url, 'pay');
  await eventually(() => runAs(bo, (leads) => leads.isBuyer(id, bo.id)));
  expect(await runAs(bo, (leads) => leads.countPurchases(bo.id))).toBe(1);
  expect(await runAs(bo, (leads) => leads.purchased(leadsPaging.parse({})))).toMatchObject({
    items: [
      {
        id,
        unlocked: true,
        buyers: 1,
        description: validPost.description,
        contact: { name: 'Ann Brown', email: 'ann@example.com', phone: '876-555-0100' },
        purchasedAt: expect.any(String),
      },
    ],
    nextCursor: null,
  });
  await expect(unlock(bo, id)).rejects.toMatchObject({ code: 'lead-already-unlocked' });
  expect(await runAs(creator(), (leads) => leads.byId(id))).toMatchObject({ unlocked: false, buyers: 1 });
});

test('a buyer who returns gets the same checkout', async () => {
  const id = await post();
  const bo = creator();
  const [first, second] = await Promise.all([unlock(bo, id), unlock(bo, id)]);
  expect(second).toEqual(first);
  expect(await unlock(bo, id)).toEqual(first);
  expect((await typesOf(id)).filter((type) => type === 'LeadPlaceReserved')).toHaveLength(1);
});

test('the checkout says in words what is unlocked', async () => {
  const id = await post({ eventType: 'social event' });
  const page = await (await fetch((await unlock(creator(), id)).url)).text();
  expect(page).toContain('Unlock a lead: Social Event, June 20, 2999');
  expect(page).not.toContain(id);
});

test('a cancelled checkout releases the place', async () => {
  const id = await post();
  const bo = creator();
  await press((await unlock(bo, id)).url, 'cancel');
  await eventually(async () => (await typesOf(id)).includes('LeadPlaceReleased'));
  expect(await runAs(bo, (leads) => leads.isBuyer(id, bo.id))).toBe(false);
  await press((await unlock(bo, id)).url, 'pay');
  await eventually(() => runAs(bo, (leads) => leads.isBuyer(id, bo.id)));
});

test('of twelve concurrent buyers five get a checkout and buy, no others are charged, and a late payment is refunded', async () => {
  const id = await post();
  const lateBuyer = creator();
  const { url } = await unlock(lateBuyer, id);
  const paymentId = await paymentIdOf(id, lateBuyer);
  await runAs(worker, (_, commands) => commands.execute(new ReleaseLeadPlace(id, lateBuyer.id, paymentId)));

  const creators = Array.from({ length: 12 }, creator);
  const outcomes = await Promise.allSettled(creators.map((each) => unlock(each, id)));
  const urls = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.url] : []));
  const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  expect(new Set(urls).size).toBe(5);
  expect(refusals).toHaveLength(7);
  for (const refusal of refusals)
    expect(refusal).toMatchObject({ code: 'lead-full', message: 'All 5 places for this lead are taken' });
  const paymentRequests = (await wholeLog(app.get(EventStore))).filter(({ type }) => type === 'PaymentRequested');
  expect(
    paymentRequests.filter(({ data }) => (data as { reference: string }).reference.startsWith(`${id}/`)),
  ).toHaveLength(6);

  await Promise.all(urls.map((one) => press(one, 'pay')));
  await eventually(async () => (await typesOf(id)).filter((type) => type === 'LeadPurchased').length === 5);
  await eventually(async () => (await runAs(ann, (leads) => leads.byId(id))).buyers === 5);

  await press(url, 'pay');
  await eventually(async () => (await typesOf(paymentId)).includes('PaymentRefunded'));
  expect((await typesOf(id)).filter((type) => type === 'LeadPurchased')).toHaveLength(5);
  expect((await typesOf(id)).filter((type) => type === 'LeadRefundDue')).toHaveLength(1);
  expect(await runAs(lateBuyer, (leads) => leads.isBuyer(id, lateBuyer.id))).toBe(false);
});

test('browsing lists active leads in pages, newest first', async () => {
  const [first, second, third] = [
    await post({ locationCity: 'Paging' }),
    await post({ locationCity: 'Paging' }),
    await post({ locationCity: 'Paging' }),
  ];
  const withdrawnLead = await post({ locationCity: 'Paging' });
  await runAs(ann, (_, commands) => commands.execute(new WithdrawLead(withdrawnLead)));
  const filter = { location: 'paging', limit: '2' };
  const page = await runAs(creator(), (leads) => leads.browse(leadFilter.parse(filter)));
  expect(ids(page)).toEqual([third, second]);
  const nextFilter = leadFilter.parse({ ...filter, cursor: page.nextCursor });
  expect(await runAs(creator(), (leads) => leads.browse(nextFilter))).toMatchObject({
    items: [{ id: first }],
    nextCursor: null,
  });
  expect(idsOf(await runAs(creator(), (leads) => leads.newest(2)))).toEqual([third, second]);
});

test('each filter narrows the list', async () => {
  const place = { locationCity: '100% Filter_Town', locationState: 'TX' };
  const cheap = await post({
    ...place,
    eventType: 'concert',
    budgetMin: 0,
    budgetMax: 100_000,
    eventDate: '2998-01-01',
  });
  const expensive = await post({ ...place, budgetMin: 6_000_000, budgetMax: 7_000_000 });
  const found = async (choice: Record<string, string>) => {
    const filter = leadFilter.parse({ location: 'filter_town', ...choice });
    return ids(await runAs(creator(), (leads) => leads.browse(filter)));
  };
  expect(await found({})).toEqual([expensive, cheap]);
  expect(await found({ eventType: 'concert,birthday' })).toEqual([cheap]);
  expect(await found({ eventType: 'birthday' })).toEqual([]);
  expect(await found({ budgetMin: '100000' })).toEqual([expensive, cheap]);
  expect(await found({ budgetMin: '100001' })).toEqual([expensive]);
  expect(await found({ budgetMax: '4999999' })).toEqual([cheap]);
  expect(await found({ budgetMax: '5000000' })).toEqual([expensive, cheap]);
  expect(await found({ from: '2998-01-02' })).toEqual([expensive]);
  expect(await found({ to: '2998-01-01' })).toEqual([cheap]);
  expect(await found({ location: '0% f' })).toEqual([expensive, cheap]);
  expect(await found({ location: 'Filter_Town, TX' })).toEqual([expensive, cheap]);
  expect(await found({ location: 'Filter_Town, texas' })).toEqual([expensive, cheap]);
  expect(await found({ location: 'Filter_Town, OR' })).toEqual([]);
  expect(await found({ location: 'Filter_Town, Oregon' })).toEqual([]);
  expect(await found({ location: 'filter%town' })).toEqual([]);
  expect(await found({ location: 'FilterXTown' })).toEqual([]);
});

test('a withdrawn, booked or past lead is visible only to its owner and buyers', async () => {
  const [withdrawn, booked, past] = [await post(), await post(), await post()];
  const bo = creator();
  await press((await unlock(bo, booked)).url, 'pay');
  await eventually(() => runAs(bo, (leads) => leads.isBuyer(booked, bo.id)));
  await runAs(ann, (_, commands) => commands.execute(new WithdrawLead(withdrawn)));
  await runAs(worker, (_, commands) => commands.execute(new MarkLeadBooked(booked, 'booking-1')));
  await app.get(Database).query(`update read.leads_v1 set event_date = '2020-01-01' where id = $1`, [past]);

  for (const [id, status] of [
    [withdrawn, 'withdrawn'],
    [booked, 'booked'],
    [past, 'expired'],
  ] as const) {
    await expect(runAs(creator(), (leads) => leads.byId(id))).rejects.toMatchObject({ code: 'lead-not-found' });
    expect(await runAs(ann, (leads) => leads.byId(id))).toMatchObject({ status, mine: true });
    const allLeads = await runAs(creator(), (leads) => leads.browse(leadFilter.parse({ limit: '100' })));
    expect(ids(allLeads)).not.toContain(id);
  }
  expect(await runAs(bo, (leads) => leads.byId(booked))).toMatchObject({ status: 'booked', unlocked: true });
  const summaries = await runAs(bo, (leads) => leads.byIds([booked, 'lead-none']));
  expect([...summaries.values()]).toMatchObject([{ id: booked, clientId: ann.id, status: 'booked' }]);
  await expect(unlock(creator(), withdrawn)).rejects.toMatchObject({ code: 'lead-not-active' });
  await app.get(Database).query(`update read.leads_v1 set event_date = '2999-06-20' where id = $1`, [past]);
});

test('each professional’s view of a lead counts once a day, and its client sees how often it was viewed', async () => {
  const id = await post();
  const [bo, cy] = [creator(), creator()];
  // All views are on one day, even if this test runs at midnight.
  const clock = jest.spyOn(app.get(Context), 'now').mockReturnValue(new Date('2026-06-20T12:00:00.000Z'));
  const view = (by: Actor) => runAs(by, (_, commands) => commands.execute(new ViewLeads([id, `lead-${randomUUID()}`])));
  await view(bo);
  await view(bo);
  await view(cy);
  expect(await runAs(ann, (leads) => leads.byId(id))).toMatchObject({ viewCount: 2 });
  await expect(view(ann)).rejects.toMatchObject({ code: 'lead-views-not-allowed' });
  clock.mockRestore();
});

test('a client sees who unlocked their lead, and closes it', async () => {
  const id = await post();
  const bo = creator();
  await press((await unlock(bo, id)).url, 'pay');
  await eventually(() => runAs(bo, (leads) => leads.isBuyer(id, bo.id)));
  expect(await runAs(ann, (leads) => leads.buyers(id))).toEqual({
    items: [{ creatorId: bo.id, name: 'Former member', purchasedAt: expect.any(String) }],
  });
  await expect(runAs(bo, (leads) => leads.buyers(id))).rejects.toMatchObject({ code: 'lead-not-found' });
  await runAs(ann, (_, commands) => commands.execute(new CloseLead(id)));
  expect(await runAs(bo, (leads) => leads.byId(id))).toMatchObject({ status: 'closed', unlocked: true });
  await expect(runAs(creator(), (leads) => leads.byId(id))).rejects.toMatchObject({ code: 'lead-not-found' });
  await expect(unlock(creator(), id)).rejects.toMatchObject({ code: 'lead-not-active' });
});

test('the client and the buyers of a lead get signed receipts of it, which an erasure does not invalidate', async () => {
  const eve = await register('Eve', 'Ray', 'eve.ray@example.com');
  const id = await runAs(eve, (_, commands) => commands.execute(new PostLead(leadPost.parse(validPost))));
  const [bo, cy] = [creator(), creator()];
  for (const buyer of [bo, cy]) {
    await press((await unlock(buyer, id)).url, 'pay');
    await eventually(() => runAs(buyer, (leads) => leads.isBuyer(id, buyer.id)));
  }
  await runAs(worker, (_, commands) => commands.execute(new MarkLeadBooked(id, 'booking-7', cy.id)));
  const receiptOf = (by: Actor) => site.as(by, () => app.get(LeadReceipts).of(id));
  const [forClient, forBuyer] = [await receiptOf(eve), await receiptOf(bo)];
  expect(forClient).toMatchObject({
    holder: { id: eve.id, part: 'client' },
    events: [
      { title: 'Lead posted', by: 'client', leftOut: [], data: { description: validPost.description } },
      { title: 'Lead unlocked', by: 'professional', note: '$25.00', leftOut: ['paymentId'] },
      { title: 'Lead unlocked', by: 'professional', data: { buyerId: cy.id, paymentId: null } },
      { title: 'Lead booked', status: 'booked', by: 'system', data: { bookingId: 'booking-7', creatorId: cy.id } },
    ],
  });
  expect(forBuyer.holder).toEqual({ id: bo.id, part: 'professional' });
  expect(forBuyer.events.map(({ title, by }) => `${title} by ${by}`)).toEqual([
    'Lead posted by client',
    'Place reserved for a buyer by professional',
    'Checkout opened for a place by professional',
    'Lead unlocked by professional',
    'Lead booked by system',
  ]);
  expect(forBuyer.events[0]?.leftOut).toEqual(expect.arrayContaining(['description', 'locationCity']));
  const text = JSON.stringify(forBuyer);
  for (const others of [cy.id, validPost.description, validPost.locationCity, 'booking-7'])
    expect(text).not.toContain(others);
  await expect(receiptOf(creator())).rejects.toMatchObject({ code: 'lead-not-found' });

  await app.get(PersonalDataKeys).erase(eve.id);
  for (const receipt of [forClient, forBuyer, await receiptOf(bo)])
    expect([
      ...checkSignature(receipt, { dataFolder: app.get(Config).dataFolder }),
      ...(await app.get(Receipts).compare(receipt)).findings,
    ]).toEqual([]);
});

test('the other buyers of a lead are notified that it is filled, and all of them if its client booked elsewhere', async () => {
  const [booked, bookedElsewhere] = [await post(), await post()];
  const [bo, cy] = [await registerProfessional(), await registerProfessional()];
  for (const id of [booked, bookedElsewhere])
    for (const buyer of [bo, cy]) {
      await press((await unlock(buyer, id)).url, 'pay');
      await eventually(() => runAs(buyer, (leads) => leads.isBuyer(id, buyer.id)));
    }
  const filledTextsOf = async ({ id }: Actor) => {
    const sent = await app.get(NotificationsQueries, { strict: false }).sentTo(id);
    return sent.filter(({ kind }) => kind === 'leads.filled').map(({ text }) => text);
  };
  const settle = async () => {
    await untilReactionsHaveRun(app);
    await untilCaughtUp(app);
  };
  await runAs(worker, (_, commands) => commands.execute(new MarkLeadBooked(booked, 'booking-1', bo.id)));
  await settle();
  const confirmed = 'The client has a confirmed booking for the wedding on June 20, 2999.';
  expect([await filledTextsOf(bo), await filledTextsOf(cy)]).toEqual([[], [confirmed]]);
  await runAs(ann, (_, commands) => commands.execute(new MarkLeadBooked(bookedElsewhere, null)));
  await settle();
  const marked = 'The client marked the lead for the wedding on June 20, 2999 as booked.';
  expect([await filledTextsOf(bo), await filledTextsOf(cy)]).toEqual([[marked], [marked, confirmed]]);
});

test('a lead that was booked is offered again when its booking is cancelled', async () => {
  const id = await post();
  await runAs(worker, (_, commands) => commands.execute(new MarkLeadBooked(id, 'booking-1')));
  await expect(runAs(creator(), (leads) => leads.byId(id))).rejects.toMatchObject({ code: 'lead-not-found' });
  await runAs(worker, (_, commands) => commands.execute(new ReopenLead(id, 'booking-2')));
  expect(await runAs(ann, (leads) => leads.byId(id))).toMatchObject({ status: 'booked' });
  await runAs(worker, (_, commands) => commands.execute(new ReopenLead(id, 'booking-1')));
  expect(await runAs(creator(), (leads) => leads.byId(id))).toMatchObject({ status: 'active' });
});

test('the buyers of a lead are notified that it was filled, and that it is open again', async () => {
  const [id, buyer] = [await post(), await registerProfessionalOnPro()];
  await unlock(buyer, id);
  await runAs(worker, (_, commands) => commands.execute(new MarkLeadBooked(id, 'booking-1')));
  await runAs(worker, (_, commands) => commands.execute(new ReopenLead(id, 'booking-1')));
  const notices = await eventually(async () => {
    const sent = await app.get(NotificationsQueries, { strict: false }).sentTo(buyer.id);
    const found = sent.filter(({ kind }) => kind === 'leads.filled' || kind === 'leads.reopened');
    return found.length === 2 && found;
  });
  expect(notices.map(({ title }) => title).sort()).toEqual([
    'A lead you unlocked is open again',
    'A lead you unlocked was filled',
  ]);
});

test('support holds and removes a lead; its client reads the reason, which must not name them', async () => {
  const id = await post();
  const support: Actor = { id: 'sue', kind: 'staff', role: 'support' };
  const moderate = (action: 'hold' | 'release' | 'remove', reason = 'Copied from elsewhere') =>
    runAs(support, (_, commands) => commands.execute(new ModerateLead(id, action, reason)));
  await expect(moderate('hold', 'Ann Brown copied it')).rejects.toMatchObject({ code: 'lead-reason-personal' });
  await moderate('hold');
  await expect(runAs(creator(), (leads) => leads.byId(id))).rejects.toMatchObject({ code: 'lead-not-found' });
  expect(await runAs(ann, (leads) => leads.byId(id))).toMatchObject({ status: 'held' });
  await moderate('release');
  expect(await runAs(creator(), (leads) => leads.byId(id))).toMatchObject({ status: 'active' });
  await moderate('remove');
  expect(await runAs(ann, (leads) => leads.byId(id))).toMatchObject({ status: 'removed' });
  // Once it is removed, a refusal must not confirm a guessed name.
  await moderate('remove', 'Ann Brown copied it');
  const stored = await app.get(EventStore).readSealed(id);
  expect(JSON.stringify(stored.map(({ data }) => data))).not.toContain('Copied');
  expect(stored.slice(1).map(({ type, reason }) => [type, reason])).toEqual([
    ['LeadHeld', 'Copied from elsewhere'],
    ['LeadReleased', 'Copied from elsewhere'],
    ['LeadRemoved', 'Copied from elsewhere'],
  ]);
  const notices = await eventually(async () => {
    const sent = await app.get(NotificationsQueries, { strict: false }).sentTo(ann.id);
    const found = sent.filter(({ text }) => text.endsWith('Reason: Copied from elsewhere'));
    return found.length === 3 && found;
  });
  expect(notices.map(({ kind }) => kind).sort()).toEqual(['leads.held', 'leads.released', 'leads.removed']);
  for (const { path } of notices) expect(path).toBe('/leads/mine');
});

test('a client lists and counts their own leads', async () => {
  const eve = await register('Eve', 'Stone', 'eve@example.com');
  expect(await runAs(eve, (leads) => leads.mine(leadsPaging.parse({})))).toEqual({ items: [], nextCursor: null });
  const id = await runAs(eve, (_, commands) => commands.execute(new PostLead(leadPost.parse(validPost))));
  expect(ids(await runAs(eve, (leads) => leads.mine(leadsPaging.parse({}))))).toEqual([id]);
  expect(await runAs(eve, (leads) => leads.countOf(eve.id))).toBe(1);
  expect(idsOf(await runAs(eve, (leads) => leads.newestOf(eve.id, 3)))).toEqual([id]);
});

test('an unknown lead cannot be unlocked, and clients cannot unlock leads', async () => {
  await expect(unlock(creator(), `lead-${randomUUID()}`)).rejects.toMatchObject({ code: 'lead-not-found' });
  const id = await post();
  await expect(unlock({ ...creator(), role: 'client' }, id)).rejects.toMatchObject({ code: 'lead-not-allowed' });
  await expect(unlock({ ...ann, role: 'creator' }, id)).rejects.toMatchObject({ code: 'lead-own-not-allowed' });
});

const registerProfessional = async (): Promise<Actor> => {
  const { id } = await register('Bo', 'Lee', `bo-${randomUUID()}@example.com`);
  return { id, kind: 'user', role: 'creator' };
};
/** A professional on the Pro plan. */
const registerProfessionalOnPro = async (): Promise<Actor> => {
  const professional = await registerProfessional();
  await startPlan(site, professional.id);
  return professional;
};
const planOf = (by: Actor) => site.as(by, () => app.get(PlansQueries, { strict: false }).own());
const purchasedBy = (by: Actor) => runAs(by, (leads) => leads.purchased(leadsPaging.parse({})));
const requestRefund = (by: Actor, leadId: string) =>
  runAs(by, (_, commands) =>
    commands.execute(new RequestLeadRefund(leadId, { cause: 'other', text: 'Nobody answers' })),
  );
const duplicateRequest = (leadId: string) => new RequestLeadRefund(leadId, { cause: 'duplicate', text: '' });

test('a credit unlocks a lead at once, before the card, and is returned with the refund of a duplicate', async () => {
  const bo = await registerProfessionalOnPro();
  const [first, second] = [await post({ eventDate: '2999-07-01' }), await post({ eventDate: '2999-07-01' })];
  const { url } = await unlock(bo, first);
  expect(url).toMatch(/\/leads\?payment=success&session_id=cr_[0-9a-f-]+$/);
  await unlock(bo, second);
  expect(await typesOf(first)).toEqual(['LeadPosted', 'LeadPlaceReserved', 'LeadPurchased']);
  expect(await planOf(bo)).toMatchObject({ creditsLeft: 8 });
  expect((await purchasedBy(bo)).items).toMatchObject([
    { id: second, paidWith: 'credit', refundRequest: null },
    { id: first, paidWith: 'credit' },
  ]);
  await expect(unlock(bo, first)).rejects.toMatchObject({ code: 'lead-already-unlocked' });
  expect(await requestRefund(bo, first)).toBe('open');
  const context = app.get(Context);
  const ask = () => context.run(originOf(bo), () => app.get(CommandBus).execute(duplicateRequest(second)), 'key-1');
  expect(await ask()).toBe('approved');
  // The same answer as before, although the purchase has ended.
  expect(await ask()).toBe('approved');
  await eventually(async () => (await planOf(bo)).creditsLeft === 9);
  await untilCaughtUp(app);
  expect(ids(await purchasedBy(bo))).toEqual([first]);
  expect((await purchasedBy(bo)).items).toMatchObject([{ refundRequest: 'open' }]);
});

test('a lead of a suspended client is neither shown nor sold; its buyers keep it', async () => {
  const kim = await register('Kim', 'Grant', 'kim@example.com');
  const [buyer, other] = [await registerProfessionalOnPro(), await registerProfessionalOnPro()];
  const id = await post({ eventDate: '2999-08-01' }, kim);
  await unlock(buyer, id);
  await untilCaughtUp(app);
  const shownTo = (by: Actor) =>
    runAs(by, async (leads) => {
      const lists = [(await leads.browse(leadFilter.parse({}))).items, await leads.newest(20)];
      const isOffered = await leads.offeredTo([{ leadId: id, creatorId: by.id }]);
      const found = await leads.byId(id).catch(({ code }) => ({ id: code }));
      return [...lists.map((list) => idsOf(list).includes(id)), isOffered({ leadId: id, creatorId: by.id }), found.id];
    });
  expect(await shownTo(other)).toEqual([true, true, true, id]);
  const admin: Actor = { id: 'sam', kind: 'staff', role: 'admin' };
  await runAs(admin, (_, commands) => commands.execute(new SuspendUser('kim@example.com', 'Invented leads')));
  expect(await shownTo(other)).toEqual([false, false, false, 'lead-not-found']);
  for (const by of [creator(), other]) await expect(unlock(by, id)).rejects.toMatchObject({ code: 'lead-not-active' });
  expect(await planOf(other)).toMatchObject({ creditsLeft: 10 });
  expect(await runAs(buyer, (leads) => leads.byId(id))).toMatchObject({ unlocked: true });
  expect(await runAs(kim, (leads) => leads.byId(id))).toMatchObject({ mine: true });
  await runAs(admin, (_, commands) => commands.execute(new ReinstateUser('kim@example.com', 'Mistaken identity')));
  expect(await shownTo(other)).toEqual([true, true, true, id]);
});

test('a lead whose refunded credit is not returned yet can be unlocked again in a moment', async () => {
  const bo = await registerProfessionalOnPro();
  const id = await post();
  await unlock(bo, id);
  await eventually(async () => (await purchasedBy(bo)).items.length === 1);
  // The reaction that returns the credit runs later.
  const bus = app.get(CommandBus);
  const execute = bus.execute.bind(bus);
  const delayed = jest.spyOn(bus, 'execute').mockImplementation((command) => {
    if (command instanceof ReturnCredit) throw new Error('The credit is returned later');
    return execute(command);
  });
  const admin: Actor = { id: 'ada', kind: 'staff', role: 'admin' };
  await runAs(admin, (_, commands) => commands.execute(new RefundLeadPurchase(id, bo.id, 'Asked for')));
  await expect(unlock(bo, id)).rejects.toMatchObject({ code: 'lead-credit-not-returned' });
  expect((await typesOf(id)).at(-1)).toBe('LeadPlaceReleased');
  delayed.mockRestore();
});

test('of two leads at once only one gets the last credit, the other opens a checkout', async () => {
  const bo = await registerProfessionalOnPro();
  for (let i = 0; i < 9; i++) await unlock(bo, await post());
  const both = [await post(), await post()];
  const urls = (await Promise.all(both.map((id) => unlock(bo, id)))).map(({ url }) => new URL(url).pathname);
  expect(urls.filter((path) => path === '/leads')).toHaveLength(1);
  expect(urls.filter((path) => path.startsWith('/sandbox/'))).toHaveLength(1);
  expect((await purchasedBy(bo)).items).toHaveLength(10);
  expect(await planOf(bo)).toMatchObject({ creditsLeft: 0 });
});

test('a spent credit unlocks the lead although the process ended before it recorded the purchase', async () => {
  const bo = await registerProfessionalOnPro();
  const id = await post();
  const spent = await site.send(bo, new SpendCredit(id));
  await eventually(async () => (await purchasedBy(bo)).items.length === 1);
  expect(await unlock(bo, id).catch(({ code }) => code)).toBe('lead-already-unlocked');
  expect(await site.send(bo, new SpendCredit(id))).toBe(spent);
  expect(await planOf(bo)).toMatchObject({ creditsLeft: 9 });
});

test('the buyers of a lead that support removes are refunded as they paid, credit for credit and card for card', async () => {
  const [bo, cy] = [await registerProfessionalOnPro(), creator()];
  const id = await post();
  await unlock(bo, id);
  await press((await unlock(cy, id)).url, 'pay');
  await eventually(async () => (await purchasedBy(cy)).items.length === 1);
  const support: Actor = { id: 'sue', kind: 'staff', role: 'support' };
  await runAs(support, (_, commands) => commands.execute(new ModerateLead(id, 'remove', 'Copied from elsewhere')));
  await eventually(async () => (await planOf(bo)).creditsLeft === 10);
  const paymentId = await paymentIdOf(id, cy);
  await eventually(async () => (await typesOf(paymentId)).includes('PaymentRefunded'));
  expect((await typesOf(id)).filter((type) => type === 'LeadRefundDue')).toHaveLength(2);
});

test('support decides about a request that cannot be decided automatically, and the buyer reads the reason', async () => {
  const bo = await registerProfessionalOnPro();
  const id = await post();
  await unlock(bo, id);
  await requestRefund(bo, id);
  const support: Actor = { id: 'sue', kind: 'staff', role: 'support' };
  const open = await runAs(support, (leads) => leads.refundRequests({ status: 'open', limit: 20 }));
  expect(open.items.find(({ leadId }) => leadId === id)).toMatchObject({
    buyerId: bo.id,
    clientId: ann.id,
    cause: 'other',
    hasText: true,
    paidWith: 'credit',
    isPriority: true,
    hasUnreadCredit: false,
  });
  const requestIds = open.items.filter(({ leadId }) => leadId === id).map((request) => request.id);
  const texts = () => runAs(support, (leads) => leads.textsOfRefundRequests(requestIds));
  expect(await texts()).toMatchObject([{ buyerId: bo.id, clientId: ann.id, text: 'Nobody answers' }]);
  const decide = (reason: string) =>
    runAs(support, (_, commands) => commands.execute(new DecideLeadRefund(id, bo.id, 'approve', reason)));
  await expect(decide('Ann Brown said so')).rejects.toMatchObject({ code: 'lead-reason-personal' });
  await decide('The number does not exist');
  // Once it is decided, a refusal must not confirm a guessed name.
  await expect(decide('Ann Brown said so')).rejects.toMatchObject({ code: 'lead-refund-request-not-found' });
  const approved = await runAs(support, (leads) => leads.refundRequests({ status: 'approved', limit: 20 }));
  expect(approved.items.find(({ leadId }) => leadId === id)).toMatchObject({ hasText: false });
  expect(await texts()).toEqual([]);
  await eventually(async () => (await planOf(bo)).creditsLeft === 10);
  const sent = await eventually(async () => {
    const all = await app.get(NotificationsQueries, { strict: false }).sentTo(bo.id);
    return all.find(({ kind }) => kind === 'payments.lead-refund-approved');
  });
  expect(sent).toMatchObject({ text: expect.stringContaining('Reason: The number does not exist') });
  const stored = await app.get(EventStore).readSealed(id);
  expect(JSON.stringify(stored.map(({ data }) => data))).not.toContain('Nobody answers');
});

test('a client’s texts are sealed in the event log and removed by erasure', async () => {
  const gus = await register('Gus', 'Field', 'gus@example.com');
  const id = await runAs(gus, (_, commands) =>
    commands.execute(new PostLead(leadPost.parse({ ...validPost, eventName: 'Gus turns forty' }))),
  );
  const [stored] = await app.get(EventStore).readSealed(id);
  expect(JSON.stringify(stored?.data)).not.toMatch(/Gus|garden wedding/);
  await app.get(PersonalDataKeys).erase(gus.id);
  await app.get(Projector).rebuild('leads_v1');
  expect(await runAs(gus, (leads) => leads.byId(id))).toMatchObject({ eventName: null, description: '' });
});

test('every read table equals a fresh fold of the event log', async () => {
  await untilCaughtUp(app);
  const differences = await app.get(Projector).verify();
  expect([...differences.keys()].filter((name) => name.startsWith('lead'))).toEqual([]);
});
