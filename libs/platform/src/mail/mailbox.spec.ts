import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { Database } from '#platform/postgres';
import { testConfig } from '#platform/testing';
import { letterTo, mailSuite } from './mail.suite.ts';
import { Mailbox } from './mailbox.ts';

const open = async () => {
  const { config, drop } = await testConfig();
  const database = new Database(config.databaseUrl);
  const mail = new Mailbox(database);
  const close = async () => {
    await database.onApplicationShutdown();
    await drop();
  };
  return { mail, arrived: (to: string) => mail.letters(to), close };
};
mailSuite('mailbox', open);

test('the same letter handed over twice lies there once', async () => {
  const { mail, arrived, close } = await open();
  const letter = letterTo('ann@example.com');
  await mail.send(letter);
  await mail.send(letter);
  expect(await arrived('ann@example.com')).toHaveLength(1);
  await close();
});

test('letters about a person go when the person goes', async () => {
  const { mail, close } = await open();
  const [ann, bo] = [randomUUID(), randomUUID()];
  await mail.send(letterTo('ann@example.com', { person: ann }));
  await mail.send(letterTo('ann@new.example.com', { person: ann }));
  await mail.send(letterTo('bo@example.com', { person: bo }));
  await mail.forget(ann);
  expect((await mail.letters()).map(({ to }) => to)).toEqual(['bo@example.com']);
  await close();
});

test('the oldest letters make room', async () => {
  const { mail, close } = await open();
  for (let i = 1; i <= 203; i++) await mail.send(letterTo('ann@example.com', { subject: `${i}` }));
  const subjects = (await mail.letters()).map(({ subject }) => Number(subject));
  expect([subjects.length, Math.max(...subjects), Math.min(...subjects)]).toEqual([200, 203, 4]);
  await close();
});
