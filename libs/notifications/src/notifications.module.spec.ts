import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import { ErasePerson, IdentityQueries, RegisterUser } from '#identity';
import type { Actor } from '#kernel';
import { type Notification, NotificationsQueries, Notify, notificationsModule } from '#notifications';
import { Context } from '#platform/context';
import { anonymous } from '#platform/http';
import { Mail, type Mailbox } from '#platform/mail';
import { Database } from '#platform/postgres';
import { Reactor } from '#platform/reactions';
import { eventually, originOf, TestApp, untilCaughtUp } from '#platform/testing';
import { ChangeNotificationPreferences, ReadNotifications } from './notifications.commands.ts';
import { NotificationsReactions } from './notifications.reactions.ts';

const seeder: Actor = { id: 'seed', kind: 'system', role: 'system' };
const worker: Actor = { id: 'galleries.notify-delivered', kind: 'worker', role: 'reaction' };

let site: TestApp;
beforeAll(async () => {
  site = await TestApp.start({ imports: [notificationsModule.nest], actorHeader: true });
});
afterAll(() => site.stop());

const register = async (at = site, emailVerified = true) => {
  const email = `ann-${randomUUID()}@example.org`;
  const facts = { firstName: 'Ann', lastName: 'Tester', email, password: 'Correct-horse-1', role: 'client' as const };
  return { email, id: await at.send(seeder, new RegisterUser({ ...facts, emailVerified })) };
};
const notice = (personId: string): Notification => ({
  personId,
  kind: 'galleries.delivered',
  title: 'Your gallery is here',
  text: 'It contains <24> photos and videos.',
  link: { label: 'Open the gallery', path: '/galleries/gallery-1' },
});
const mailsTo = (email: string, at = site) => at.app.get<Mailbox>(Mail).mails(email);
const queries = () => site.app.get(NotificationsQueries, { strict: false });
/** Runs the command as a reaction does: under the id of its job. */
const notify = (personId: string, job: string, at = site, options?: Notify['options']) =>
  at.app.get(Context).run(
    originOf(worker),
    async () => {
      await at.app.get(CommandBus).execute(new Notify(notice(personId), options));
      await untilCaughtUp(at.app, at.app.get(Context).wrote);
    },
    job,
  );

test('a notification arrives by mail, once, with a link to the page', async () => {
  const { email, id } = await register();
  await notify(id, 'job-1');
  await notify(id, 'job-1');
  const [mail] = await eventually(async () => {
    const found = await mailsTo(email);
    return found.length > 0 && found;
  });
  expect(mail).toMatchObject({ kind: 'galleries.delivered', subject: 'Your gallery is here' });
  expect(mail?.text).toContain('Hello Ann Tester,');
  expect(mail?.text).toContain('It contains <24> photos and videos.');
  expect(mail?.text).toMatch(/Open the gallery:\nhttps?:\/\/\S+\/galleries\/gallery-1$/m);
  expect(mail?.text).toMatch(/Stop emails about galleries:\nhttps?:\/\/\S+\/unsubscribe\/\S+$/m);
  expect(mail?.html).toContain('&lt;24&gt;');
  await notify(id, 'job-2');
  await eventually(async () => (await mailsTo(email)).length === 2);
  const sent = await queries().sentTo(id);
  expect(sent).toHaveLength(2);
  for (const { id: stream } of sent)
    await eventually(async () => (await site.typesOf(stream)).join() === 'NotificationSent,NotificationEmailed');
});

test('a retry for several people notifies the others if one was erased in the meantime', async () => {
  const [ned, ann] = [await register(), await register()];
  await notify(ned.id, 'job-of-two');
  const erased = jest.spyOn(site.app.get(IdentityQueries), 'erasedAmong').mockResolvedValueOnce([ned.id]);
  await site.app.get(Context).run(
    originOf(worker),
    async () => {
      for (const { id } of [ned, ann]) await site.app.get(CommandBus).execute(new Notify(notice(id)));
      await untilCaughtUp(site.app, site.app.get(Context).wrote);
    },
    'job-of-two',
  );
  erased.mockRestore();
  expect([(await queries().sentTo(ned.id)).length, (await queries().sentTo(ann.id)).length]).toEqual([1, 1]);
});

test('a mail is not sent again after its worker was killed', async () => {
  const { email, id } = await register();
  await notify(id, 'killed-1');
  await eventually(async () => (await mailsTo(email)).length === 1);
  const [{ id: stream } = { id: '' }] = await queries().sentTo(id);
  await eventually(async () => (await site.typesOf(stream)).includes('NotificationEmailed'));
  const [event] = await site.store.read(stream);
  const database = site.app.get(Database);
  await database.query('delete from mail.messages where person = $1', [id]);
  // The state of the ledger after a worker died right after it handed the mail over.
  await database.query('update effects.ledger set completed_at = null where cause = $1', [event?.id]);
  const { mailNotification } = site.app.get(NotificationsReactions, { strict: false });
  await site.as(worker, async () => mailNotification.react(event as never));
  expect(await mailsTo(email)).toEqual([]);
  expect(await site.typesOf(stream)).toEqual(['NotificationSent', 'NotificationEmailed']);
});

test('an email that waited is not sent to someone who has unsubscribed or was suspended in the meantime', async () => {
  const { email, id } = await register();
  await notify(id, 'waited');
  await eventually(async () => (await mailsTo(email)).length === 1);
  const [{ id: stream } = { id: '' }] = await queries().sentTo(id);
  const [event] = await site.store.read(stream);
  const { mailNotification } = site.app.get(NotificationsReactions, { strict: false });
  const mailAnother = (kind: string) =>
    site.as(worker, async () =>
      mailNotification.react({ ...event, id: randomUUID(), data: { ...event?.data, kind } } as never),
    );
  const ann: Actor = { id, kind: 'user', role: 'client' };
  await site.send(ann, new ChangeNotificationPreferences([{ group: 'galleries', app: true, email: false }]));
  await mailAnother('galleries.delivered');
  const suspended = jest.spyOn(site.app.get(IdentityQueries), 'hasAccess').mockResolvedValueOnce(false);
  await mailAnother('matches.found');
  suspended.mockRestore();
  expect(await mailsTo(email)).toHaveLength(1);
  await mailAnother('matches.found');
  expect(await mailsTo(email)).toHaveLength(2);
});

test('an email whose worker was killed while it handed the email over is not recorded as sent', async () => {
  const { email, id } = await register();
  let finish = (): void => undefined;
  const handingOver = jest
    .spyOn(site.app.get<Mail>(Mail), 'send')
    .mockImplementationOnce(() => new Promise((resolve) => (finish = resolve)));
  await notify(id, 'killed-2');
  await eventually(async () => handingOver.mock.calls.length === 1);
  const [{ id: stream } = { id: '' }] = await queries().sentTo(id);
  const [event] = await site.store.read(stream);
  const { mailNotification } = site.app.get(NotificationsReactions, { strict: false });
  // The job is run again, as after the lock of a dead worker has expired.
  await site.as(worker, async () => mailNotification.react(event as never));
  expect(await site.typesOf(stream)).toEqual(['NotificationSent', 'NotificationEmailInterrupted']);
  expect(await mailsTo(email)).toEqual([]);
  finish();
  await eventually(async () => (await site.typesOf(stream)).includes('NotificationEmailed'));
  handingOver.mockRestore();
});

test('the list shows the newest first and counts what is unread', async () => {
  const { id } = await register();
  for (const job of ['list-1', 'list-2', 'list-3']) await notify(id, job);
  const ann: Actor = { id, kind: 'user', role: 'client' };
  const list = (cursor?: string) => site.as(ann, () => queries().mine({ limit: 2, cursor }));
  const first = await list();
  expect(first).toMatchObject({ unread: 3, items: [{ isUnread: true }, { isUnread: true }] });
  const [newest, second] = first.items;
  const rest = await list(first.nextCursor ?? '');
  expect(rest).toMatchObject({ nextCursor: null, items: [{ path: '/galleries/gallery-1' }] });
  await site.send(ann, new ReadNotifications(second?.position ?? 0));
  expect(await list()).toMatchObject({ unread: 1, items: [{ id: newest?.id, isUnread: true }, { isUnread: false }] });
  await site.send(ann, new ReadNotifications(Number.MAX_SAFE_INTEGER));
  await notify(id, 'list-4');
  expect(await list()).toMatchObject({ unread: 1, items: [{ isUnread: true }, { isUnread: false }] });
});

test('a channel that a person has turned off is not used', async () => {
  const { email, id } = await register();
  const ann: Actor = { id, kind: 'user', role: 'client' };
  const settle = async (stream: string) => {
    const event = (await site.store.read(stream)).at(0);
    if (event) expect(await site.app.get(Reactor).waitForReactions(event, 20_000)).toBe(true);
  };
  const change = (app: boolean, email: boolean) =>
    site.send(ann, new ChangeNotificationPreferences([{ group: 'galleries', app, email }]));
  const newest = async () => {
    const [sent] = await queries().sentTo(id);
    await settle(sent?.id ?? '');
    return sent;
  };
  await change(true, false);
  await notify(id, 'muted-1');
  await newest();
  expect(await mailsTo(email)).toEqual([]);
  expect(await site.as(ann, () => queries().mine({ limit: 20 }))).toMatchObject({ unread: 1 });
  await change(false, true);
  await notify(id, 'muted-2');
  await newest();
  expect(await mailsTo(email)).toHaveLength(1);
  expect(await site.as(ann, () => queries().mine({ limit: 20 }))).toMatchObject({ unread: 1 });
  expect(await queries().preferencesOf(id)).toMatchObject({
    items: expect.arrayContaining([
      { group: 'galleries', app: false, email: true },
      { group: 'bookings', app: true, email: true },
    ]),
  });
});

test('a notification that is always sent arrives by mail although the person has turned its group off', async () => {
  const { email, id } = await register();
  const ann: Actor = { id, kind: 'user', role: 'client' };
  await site.send(ann, new ChangeNotificationPreferences([{ group: 'galleries', app: false, email: false }]));
  const sentMails = jest.spyOn(site.app.get<Mail>(Mail), 'send');
  await notify(id, 'always', site, { always: true });
  const [mail] = await eventually(async () => {
    const found = await mailsTo(email);
    return found.length > 0 && found;
  });
  expect(mail).toMatchObject({ kind: 'galleries.delivered', subject: 'Your gallery is here' });
  expect(mail?.text).not.toContain('unsubscribe');
  expect(sentMails).toHaveBeenCalledTimes(1);
  expect(sentMails.mock.calls[0]?.[0]).not.toHaveProperty('unsubscribeUrl');
  sentMails.mockRestore();
  expect(await site.as(ann, () => queries().mine({ limit: 20 }))).toMatchObject({ unread: 1 });
});

test('the link in a mail ends the mails of its group without signing in', async () => {
  const { email, id } = await register();
  await notify(id, 'link-1');
  const [mail] = await eventually(async () => {
    const found = await mailsTo(email);
    return found.length > 0 && found;
  });
  const token = /\/unsubscribe\/(\S+)$/m.exec(mail?.text ?? '')?.[1];
  const click = (path: string) =>
    fetch(`${site.url}/unsubscribe/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-actor': JSON.stringify(anonymous) },
      body: 'List-Unsubscribe=One-Click',
    });
  expect(await queries().preferencesOf(id)).toMatchObject({ items: Array(7).fill({ email: true }) });
  for (const _ of [1, 2]) expect((await click(token ?? '')).status).toBe(204);
  const muted = await eventually(async () => {
    const items = (await queries().preferencesOf(id)).items.filter((item) => !item.email);
    return items.length > 0 && items;
  });
  expect(muted).toEqual([{ group: 'galleries', app: true, email: false }]);
});

test('the notifications of a person are deleted when the person is erased', async () => {
  const { email, id } = await register();
  await notify(id, 'job-3');
  await eventually(async () => (await mailsTo(email)).length === 1);
  await site.send({ id, kind: 'user', role: 'client' }, new ErasePerson(id));
  expect(await queries().sentTo(id)).toEqual([expect.objectContaining({ title: '', text: '' })]);
  expect(await mailsTo(email)).toEqual([]);
});

test('an address that is not verified gets no mail', async () => {
  const strict = await TestApp.start({
    imports: [notificationsModule.nest],
    settings: { AUTH_AUTOCONFIRM: 'false' },
  });
  try {
    const { email, id } = await register(strict, false);
    await notify(id, 'job-4', strict);
    await eventually(
      async () => (await strict.app.get(NotificationsQueries, { strict: false }).sentTo(id)).length === 1,
    );
    const events = await strict.store.after(0n);
    const sent = events.find(({ type }) => type === 'NotificationSent');
    if (!sent) throw new Error('The notification is not in the log');
    expect(await strict.app.get(Reactor).waitForReactions(sent, 20_000)).toBe(true);
    expect((await mailsTo(email, strict)).filter(({ kind }) => kind.startsWith('galleries.'))).toEqual([]);
  } finally {
    await strict.stop();
  }
});
