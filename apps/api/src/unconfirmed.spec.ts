import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Mail, type Mailbox } from '#platform/mail';
import { eventually, testConfig } from '#platform/testing';
import { type Person, Site } from './api.suite.ts';
import { leadPost } from './samples.suite.ts';
import { Scenario } from './scenario.suite.ts';

let site: Site;
let scenario: Scenario;
let stop: () => Promise<void>;
beforeAll(async () => {
  const { config, drop } = await testConfig({ AUTH_AUTOCONFIRM: 'false' });
  site = await Site.on(config);
  scenario = new Scenario(site);
  stop = async () => {
    await site.api.close();
    await drop();
  };
});
afterAll(() => stop());

/** Follows the mail's link as a browser does. */
const confirm = async ({ email }: Person): Promise<void> => {
  const letter = await eventually(async () => (await site.api.get<Mailbox>(Mail, { strict: false }).mails(email))[0]);
  const link = new URL(/^http\S+$/m.exec(letter.text)?.[0] ?? '');
  const { status, headers } = await site.request('GET', `/auth/v1/verify${link.search}`);
  expect([status, headers.get('location')]).toEqual([303, expect.stringContaining('#access_token=')]);
};
const refusalOf = (what: string, code: string) => ({
  status: 403,
  body: { code, message: `Please confirm your email address first. Then you can ${what}.` },
});

test('a user with an unverified email address can read, but cannot post, unlock or pay', async () => {
  const [ann, bo] = [await site.signUp('client'), await site.signUp('creator', 'Bo Berg')];
  expect(await site.get('/api/v1/me', ann)).toMatchObject({ emailVerified: false });
  expect(await site.get('/api/v1/dashboard', ann)).toBeDefined();
  await scenario.offer(bo);

  const post = () => site.request('POST', '/api/v1/leads', { by: ann, body: leadPost });
  expect(await post()).toMatchObject(refusalOf('post a lead', 'lead-email-not-verified-not-allowed'));
  const booking = await scenario.book(ann, bo);
  const pay = () =>
    site.request('POST', '/functions/v1/create-booking-payment', {
      by: ann,
      body: { bookingId: booking, paymentType: 'deposit' },
    });
  expect(await pay()).toMatchObject(refusalOf('pay', 'booking-email-not-verified-not-allowed'));

  await confirm(ann);
  expect((await post()).status).toBe(201);
  expect((await pay()).status).toBe(200);
  await eventually(async () => (await site.get('/api/v1/me', ann)).emailVerified);

  const lead = await scenario.postLead(ann);
  const unlock = () => site.request('POST', '/functions/v1/create-lead-payment', { by: bo, body: { leadId: lead } });
  expect(await unlock()).toMatchObject(refusalOf('unlock a lead', 'lead-email-not-verified-not-allowed'));
  await confirm(bo);
  expect((await unlock()).status).toBe(200);
});

test('after all requests of this file the read tables match the event log', async () => {
  expect(await site.readModelDifferences()).toEqual([]);
});
