import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { SMTPServer } from 'smtp-server';
import { Database } from '#platform/postgres';
import { Reactor } from '#platform/reactions';
import { captureLog, eventually, freePort } from '#platform/testing';
import { startAuthApp } from '../auth-app.suite.ts';
import { OneTimeTokens } from '../one-time-tokens/index.ts';
import { MailReactions } from './mails.reactions.ts';

let auth: Awaited<ReturnType<typeof startAuthApp>>;
let port: number;
const receivedMails: { to: string; text: string }[] = [];

/** A mail server that stores all mails and permanently rejects the address `refuses`. */
const listen = async (refuses = '') => {
  const server = new SMTPServer({
    authOptional: true,
    // Connections stay open between mails; closing does not wait for them.
    closeTimeout: 50,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) =>
      done(address === refuses ? Object.assign(new Error('No such mailbox'), { responseCode: 550 }) : null),
    onData(stream, { envelope }, done) {
      let text = '';
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      stream.on('end', () => {
        receivedMails.push({ to: envelope.rcptTo.map(({ address }) => address).join(), text });
        done();
      });
    },
  });
  server.on('error', () => undefined);
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  return () => new Promise<void>((done) => server.close(() => done()));
};
const ledger = () =>
  auth.app
    .get(Database)
    .query<{ kind: string; done: boolean }>(
      'select kind, completed_at is not null as done from effects.ledger order by started_at',
    );

beforeAll(async () => {
  port = await freePort();
  const settings = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Festoon <hello@festoon.example>' };
  auth = await startAuthApp(settings);
  auth.app.get(Reactor).follow();
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(() => auth.stop());

test('an unreachable mail server delays no request, and gets the mail once when it is back', async () => {
  const { user } = await auth.signUp();
  const email = user.email ?? '';
  expect((await auth.call('POST', '/recover', { body: { email } })).status).toBe(200);
  // A token exists once sending the mail was attempted. The mail is not recorded as sent.
  const findTokens = () =>
    auth.app.get(Database).query('select 1 from identity.one_time_tokens where user_id = $1', [user.id]);
  await eventually(async () => (await findTokens()).length > 0);
  await eventually(async () => (await ledger()).length === 0);
  const stop = await listen();
  await eventually(async () => (await ledger()).some(({ done }) => done));
  expect(receivedMails.map(({ to }) => to)).toEqual([email]);
  expect(receivedMails[0]?.text).toContain('Set a new password');
  expect(await ledger()).toEqual([{ kind: 'identity.recovery', done: true }]);
  await stop();
});

test('a mail whose token could not be stored, because Postgres did not respond, is sent later', async () => {
  const { user } = await auth.signUp();
  const email = user.email ?? '';
  const stop = await listen();
  receivedMails.length = 0;
  const outage = new Error('Connection terminated unexpectedly');
  jest.spyOn(auth.app.get(OneTimeTokens), 'create').mockRejectedValueOnce(outage);
  const database = auth.app.get(Database);
  const query = database.query.bind(database);
  jest
    .spyOn(database, 'query')
    .mockImplementation((sql, values) =>
      sql.startsWith('delete from effects.ledger') ? Promise.reject(outage) : query(sql, values),
    );
  await auth.call('POST', '/recover', { body: { email } });
  await eventually(async () => receivedMails.length > 0);
  expect(receivedMails.map(({ to }) => to)).toEqual([email]);
  await stop();
});

test('an address that the server permanently rejects is not retried', async () => {
  const { user } = await auth.signUp();
  const email = user.email ?? '';
  const stop = await listen(email);
  receivedMails.length = 0;
  await auth.call('POST', '/recover', { body: { email } });
  const request = (await auth.eventsOf(user.id)).at(-1);
  if (!request) throw new Error('There is no request');
  expect(await auth.app.get(Reactor).waitForReactions(request, 30_000)).toBe(true);
  expect(receivedMails).toEqual([]);
  expect((await ledger()).every(({ done }) => done)).toBe(true);
  await stop();
});

test('a mail that a stopped worker may have sent is not repeated, which is logged', async () => {
  const { user } = await auth.signUp();
  const stop = await listen();
  await auth.call('POST', '/recover', { body: { email: user.email } });
  const request = (await auth.eventsOf(user.id)).at(-1);
  if (!request) throw new Error('There is no request');
  expect(await auth.app.get(Reactor).waitForReactions(request, 30_000)).toBe(true);
  receivedMails.length = 0;
  await auth.app.get(Database).query('update effects.ledger set completed_at = null where cause = $1', [request.id]);
  const log = captureLog('warn');
  const reaction = auth.app.get(MailReactions).all.find(({ name }) => name === 'identity.send-recovery');
  await reaction?.react(request as never);
  const kind = 'identity.recovery';
  expect(log.lines).toEqual([
    `It is unknown whether the ${kind} email for event ${request.id} was sent: a worker stopped while it sent it`,
  ]);
  expect(receivedMails).toEqual([]);
  log.stop();
  await stop();
});
