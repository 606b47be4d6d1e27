import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { BookingsQueries, RequestBooking } from '#bookings';
import { CatalogQueries, CompleteOnboarding } from '#catalog';
import { ErasePerson, GrantStaffRole, RegisterUser } from '#identity';
import { type Actor, instantAfter, type Recorded } from '#kernel';
import { LeadsQueries, PostLead, RequestLeadPayment } from '#leads';
import { leadPost } from '#leads/contract';
import { MessagesQueries, messagesModule } from '#messages';
import { NotificationsQueries } from '#notifications';
import { PlansQueries } from '#plans';
import { startPlan } from '#plans/testing';
import { eventually, TestApp } from '#platform/testing';
import {
  CloseThreadReport,
  CompensateUnreadMessage,
  OpenThread,
  ReadThread,
  ReportThread,
  SendMessage,
  type ThreadId,
} from './messages.commands.ts';
import { MessagesReactions } from './messages.reactions.ts';
import type { ThreadEvents } from './thread.ts';

const seeder: Actor = { id: 'seed', kind: 'system', role: 'system' };
const worker: Actor = { id: 'messages.send-digest', kind: 'worker', role: 'reaction' };

let site: TestApp;
let ann: Actor;
let bo: Actor;
let day = 0;
beforeAll(async () => {
  site = await TestApp.start({ imports: [messagesModule.nest] });
  [ann, bo] = [await register('client', 'Ann'), await register('creator', 'Bo')];
  await site.send(
    bo,
    new CompleteOnboarding({
      serviceType: 'photographer',
      specialties: ['Weddings'],
      yearsExperience: 8,
      bio: 'Light and people.',
      country: 'US',
      city: 'Burlington',
      state: 'Vermont',
      travelRadius: 50,
      packages: [{ name: 'Full day', price: 120_050, durationHours: 8, deliverables: ['300 edited photos'] }],
    }),
  );
});
afterAll(() => site.stop());

const register = async (role: 'client' | 'creator', firstName: string): Promise<Actor> => {
  const email = `${firstName}-${randomUUID()}@example.org`;
  const facts = { firstName, lastName: 'Tester', email, password: 'Correct-horse-1', role };
  return { id: await site.send(seeder, new RegisterUser(facts)), kind: 'user', role };
};
const book = async (client: Actor): Promise<string> => {
  const profiles = await site.as(seeder, () => site.app.get(CatalogQueries, { strict: false }).profiles([bo.id]));
  const packageId = profiles.get(bo.id)?.packages[0]?.id ?? '';
  const eventDate = new Date(Date.UTC(2999, 0, ++day)).toISOString().slice(0, 10);
  const details = { creatorId: bo.id, packageId, eventType: 'wedding', eventLocation: 'Old mill', eventDate };
  return site.send(client, new RequestBooking(details));
};
const threadOf = async (client: Actor): Promise<ThreadId> =>
  site.send(client, new OpenThread({ bookingId: (await book(client)) as `booking-${string}` }));
const queries = () => site.app.get(MessagesQueries, { strict: false });
const paging = { limit: 30 };
const seenBy = (by: Actor, id: ThreadId) => site.as(by, () => queries().byId(id));
const messagesFor = (by: Actor, id: ThreadId) => site.as(by, () => queries().messages(id, paging));

test('both parties of a booking write in the same conversation, and see what is unread', async () => {
  const id = await threadOf(ann);
  const { bookingId } = await seenBy(ann, id);
  expect(await site.send(bo, new OpenThread({ bookingId: bookingId as `booking-${string}` }))).toBe(id);
  await site.send(ann, new SendMessage(id, 'When do you arrive?'));
  await site.send(ann, new SendMessage(id, 'And do you need parking?'));
  expect(await seenBy(bo, id)).toMatchObject({
    title: 'Wedding',
    other: { id: ann.id, displayName: 'Ann Tester' },
    unread: 2,
    lastMessage: { text: 'And do you need parking?', isMine: false },
  });
  expect(await seenBy(ann, id)).toMatchObject({ unread: 0, lastMessage: { isMine: true } });
  const { items } = await messagesFor(bo, id);
  expect(items.map(({ text }) => text)).toEqual(['And do you need parking?', 'When do you arrive?']);
  await site.send(bo, new ReadThread(id, items[1]?.position ?? 0));
  expect(await seenBy(bo, id)).toMatchObject({ unread: 1 });
  expect(await site.as(bo, () => queries().mine(paging))).toMatchObject({ unread: 1, items: [{ id }] });
  expect(await site.app.get(BookingsQueries, { strict: false }).parties(bookingId ?? '')).toBeDefined();
});

test('others can neither read nor write', async () => {
  const [id, eve] = [await threadOf(ann), await register('creator', 'Eve')];
  await expect(seenBy(eve, id)).rejects.toMatchObject({ code: 'thread-not-yours' });
  await expect(messagesFor(eve, id)).rejects.toMatchObject({ code: 'thread-not-yours' });
  await expect(site.send(eve, new SendMessage(id, 'Hello'))).rejects.toMatchObject({ code: 'thread-not-yours' });
});

const wedding = {
  eventType: 'wedding',
  eventDate: '2999-06-20',
  description: 'A garden wedding for eighty guests, with a long table under the trees.',
  locationCity: 'Burlington',
  locationState: 'VT',
  budgetMin: 200_000,
  budgetMax: 450_000,
  durationDays: 1,
};

test('others do not learn who bought a lead', async () => {
  const eve = await register('creator', 'Eve');
  const leadId = await site.send(ann, new PostLead(leadPost.parse(wedding)));
  const open = () => site.send(eve, new OpenThread({ leadId, professionalId: bo.id }));
  await expect(open()).rejects.toMatchObject({ code: 'lead-not-found' });
  const isBuyer = jest.spyOn(site.app.get(LeadsQueries, { strict: false }), 'isBuyer').mockResolvedValue(true);
  await expect(open()).rejects.toMatchObject({ code: 'lead-not-found' });
  const id = await site.send(ann, new OpenThread({ leadId, professionalId: bo.id }));
  expect(await site.send(bo, new OpenThread({ leadId }))).toBe(id);
  isBuyer.mockRestore();
});

test('a client’s reply is recorded in the lead, and a message that is unread for a week gives a credit', async () => {
  const [cy, eve] = [await register('client', 'Cy'), await register('creator', 'Eve')];
  await startPlan(site, eve.id);
  const contact = async () => {
    const leadId = await site.send(cy, new PostLead(leadPost.parse(wedding)));
    await site.send(eve, new RequestLeadPayment(leadId));
    const id = await site.send(eve, new OpenThread({ leadId }));
    await site.send(eve, new SendMessage(id, 'Good day! I am free that day.'));
    return { leadId, id };
  };
  const credits = async () =>
    (await site.as(eve, () => site.app.get(PlansQueries, { strict: false }).own())).creditsLeft;
  const [ignored, read] = [await contact(), await contact()];
  await site.send(cy, new ReadThread(read.id, Number.MAX_SAFE_INTEGER));
  const decide = (id: ThreadId) => site.send(worker, new CompensateUnreadMessage(id));
  const inAWeek = new Date(Date.now() + 7 * 86_400_000);
  expect(await decide(ignored.id)).toBeGreaterThan(6 * 86_400_000);
  for (const { id } of [ignored, read, ignored]) expect(await site.at(inAWeek, () => decide(id))).toBe(0);
  expect(await credits()).toBe(9);
  expect(await site.app.get(PlansQueries, { strict: false }).hasUnreadCredit(eve.id, ignored.leadId)).toBe(true);
  const { compensateUnread } = site.app.get(MessagesReactions, { strict: false });
  const [opened] = (await site.store.read(ignored.id)) as Recorded<Pick<ThreadEvents, 'ThreadOpened'>>[];
  expect(compensateUnread.to === 'ThreadOpened' && opened && compensateUnread.runAt?.(opened)).toBe(
    instantAfter(opened?.at ?? '', 7 * 86_400_000),
  );

  await site.send(cy, new SendMessage(read.id, 'Good, let us talk.'));
  await eventually(async () => (await site.typesOf(read.leadId)).includes('LeadClientReplied'));
});

test('of unread messages a person is reminded once, after ten minutes', async () => {
  const cleo = await register('client', 'Cleo');
  const id = await threadOf(cleo);
  await site.send(bo, new SendMessage(id, 'Hello'));
  await site.send(bo, new SendMessage(id, 'Are you there?'));
  const { sendDigest } = site.app.get(MessagesReactions, { strict: false });
  expect(sendDigest.delay).toBe(600_000);
  const sent = (await site.store.after(0n, 10_000)).filter(
    ({ type, data }) => type === 'MessageSent' && 'threadId' in data && data.threadId === id,
  );
  expect(sent).toHaveLength(2);
  for (const event of sent) await site.as(worker, async () => sendDigest.react(event as Recorded as never));
  const notifications = () => site.app.get(NotificationsQueries, { strict: false }).sentTo(cleo.id);
  await eventually(async () => (await notifications()).length > 0);
  expect(await notifications()).toMatchObject([
    { kind: 'messages.unread', title: 'You have 2 unread messages', path: '/messages' },
  ]);
  expect(await site.typesOf(`message-digest-${cleo.id}`)).toEqual(['MessageDigestSent']);
});

test('what a person wrote is in their export, and is erased with their account', async () => {
  const dan = await register('client', 'Dan');
  const id = await threadOf(dan);
  await site.send(dan, new SendMessage(id, 'Call me at the mill'));
  await site.send(bo, new SendMessage(id, 'I will'));
  expect(await queries().sentBy(dan.id)).toMatchObject([{ threadId: id, text: 'Call me at the mill' }]);
  await site.send(dan, new ErasePerson(dan.id));
  const { items } = await messagesFor(bo, id);
  expect(items.map(({ text }) => text)).toEqual(['I will', null]);
  expect(await seenBy(bo, id)).toMatchObject({ partyLeft: true, other: { displayName: 'Former member' } });
  await expect(site.send(bo, new SendMessage(id, 'Hello?'))).rejects.toMatchObject({ code: 'thread-party-left' });
  expect(await site.differences()).toEqual(new Map());
});

test('a report reaches the staff who help parties, with its reason and without the messages', async () => {
  const facts = { firstName: 'Sue', lastName: 'Support', email: 'sue@example.org', password: 'Correct-horse-1' };
  const sue = await site.send(seeder, new RegisterUser({ ...facts, role: 'client' }));
  await site.send(seeder, new GrantStaffRole(facts.email, 'support', 'joined'));
  const id = await threadOf(ann);
  await site.send(bo, new SendMessage(id, 'Pay me outside of Festoon'));
  await site.send(ann, new ReportThread(id, 'Asks for money elsewhere'));
  const [report] = await eventually(async () => {
    const found = (await queries().reported(10)).items.filter(({ threadId }) => threadId === id);
    return found.length > 0 && found;
  });
  expect(report).toMatchObject({ reportedBy: ann.id, reason: 'Asks for money elsewhere', creator: { id: bo.id } });
  expect(JSON.stringify(report)).not.toContain('outside');
  await site.send(bo, new ReportThread(id, 'Asks for a discount'));
  const first = await eventually(async () => {
    const page = await queries().reported(1);
    return page.nextCursor !== null && page;
  });
  const second = await queries().reported(1, first.nextCursor ?? '');
  expect([...first.items, ...second.items].map(({ reportedBy }) => reportedBy)).toEqual([bo.id, ann.id]);
  expect(second.nextCursor).toBeNull();
  const notifications = site.app.get(NotificationsQueries, { strict: false });
  await eventually(async () =>
    (await notifications.sentTo(sue)).some(
      ({ kind, path }) => kind === 'staff.conversation-reported' && path === '/staff/reports',
    ),
  );
  const asStaff: Actor = { id: sue, kind: 'staff', role: 'support' };
  const close = (reason: string, number = 1) => site.send(asStaff, new CloseThreadReport(id, number, reason));
  await expect(close('Ann was asked to stay polite')).rejects.toMatchObject({ code: 'thread-reason-personal' });
  await close('Both were asked to stay polite');
  // A closed report answers every reason alike, so staff cannot try names without a trace.
  await close('Ann was asked to stay polite');
  await close('Both were asked to stay polite', 2);
  await eventually(async () => (await queries().reported(10)).items.every(({ threadId }) => threadId !== id));
});
