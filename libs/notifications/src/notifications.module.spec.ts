import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import { ErasePerson, RegisterUser } from '#identity';
import type { Actor } from '#kernel';
import { NotificationsQueries, Notify, notificationsModule } from '#notifications';
import { Context } from '#platform/context';
import { Mail, type Mailbox } from '#platform/mail';
import { Reactor } from '#platform/reactions';
import { eventually, originOf, TestApp } from '#platform/testing';

const seeder: Actor = { id: 'seed', kind: 'system', role: 'system' };
const worker: Actor = { id: 'galleries.notify-delivered', kind: 'worker', role: 'reaction' };

let site: TestApp;
beforeAll(async () => {
  site = await TestApp.start({ imports: [notificationsModule.nest] });
});
afterAll(() => site.stop());

const register = async (at = site, emailVerified = true) => {
  const email = `ann-${randomUUID()}@example.org`;
  const facts = { firstName: 'Ann', lastName: 'Tester', email, password: 'Correct-horse-1', role: 'client' as const };
  return { email, id: await at.send(seeder, new RegisterUser({ ...facts, emailVerified })) };
};
const notice = (personId: string) => ({
  personId,
  kind: 'galleries.delivered',
  title: 'Your gallery is here',
  text: 'It contains <24> photos and videos.',
  link: { label: 'Open the gallery', path: '/galleries/gallery-1' },
});
const mailsTo = (email: string, at = site) => at.app.get<Mailbox>(Mail).mails(email);
const queries = () => site.app.get(NotificationsQueries, { strict: false });
/** Runs the command as a reaction does: under the id of its job. */
const notify = (personId: string, job: string, at = site) =>
  at.app.get(Context).run(originOf(worker), () => at.app.get(CommandBus).execute(new Notify(notice(personId))), job);

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
  expect(mail?.html).toContain('&lt;24&gt;');
  await notify(id, 'job-2');
  await eventually(async () => (await mailsTo(email)).length === 2);
  expect(await queries().sentTo(id)).toHaveLength(2);
});

test('what a person was notified of is deleted with them', async () => {
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
