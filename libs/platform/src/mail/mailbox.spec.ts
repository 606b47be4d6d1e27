import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { Database } from '#platform/postgres';
import { testConfig } from '#platform/testing';
import { mailSuite, testMail } from './mail.suite.ts';
import { Mailbox } from './mailbox.ts';

const open = async () => {
  const { config, drop } = await testConfig();
  const database = new Database(config.databaseUrl);
  const mail = new Mailbox(database);
  const close = async () => {
    await database.onApplicationShutdown();
    await drop();
  };
  return { mail, arrived: (to: string) => mail.mails(to), close };
};
mailSuite('mailbox', open);

test('a mail that is sent twice is stored once', async () => {
  const { mail, arrived, close } = await open();
  const message = testMail('ann@example.com');
  await mail.send(message);
  await mail.send(message);
  expect(await arrived('ann@example.com')).toHaveLength(1);
  await close();
});

test('mails about an erased person are deleted', async () => {
  const { mail, close } = await open();
  const [ann, bo] = [randomUUID(), randomUUID()];
  await mail.send(testMail('ann@example.com', { person: ann }));
  await mail.send(testMail('ann@new.example.com', { person: ann }));
  await mail.send(testMail('bo@example.com', { person: bo }));
  await mail.deleteMailsOf(ann);
  expect((await mail.mails()).map(({ to }) => to)).toEqual(['bo@example.com']);
  await close();
});

test('only the newest 200 mails are kept', async () => {
  const { mail, close } = await open();
  for (let i = 1; i <= 203; i++) await mail.send(testMail('ann@example.com', { subject: `${i}` }));
  const subjects = (await mail.mails()).map(({ subject }) => Number(subject));
  expect([subjects.length, Math.max(...subjects), Math.min(...subjects)]).toEqual([200, 203, 4]);
  await close();
});
