import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Config } from '#platform/config';
import { Mail, type Mailbox, MailModule } from '#platform/mail';
import { TestApp, testConfig } from '#platform/testing';
import { testMail } from './mail.suite.ts';
import { isReadableBy } from './mailbox.access.ts';

let drop: () => Promise<void>;
let config: Config;
let localSite: Awaited<ReturnType<typeof serve>>;

const serve = async (changes: Parameters<Config['with']>[0]) => {
  const { app, url } = await TestApp.start({ config: config.with(changes), imports: [MailModule], follows: false });
  const get = (path: string, headers: Record<string, string> = {}) => fetch(`${url}${path}`, { headers });
  return { app, get };
};
beforeAll(async () => {
  ({ config, drop } = await testConfig());
  localSite = await serve({});
});
afterAll(async () => {
  await localSite.app.close();
  await drop();
});

const evil = '<script>alert(1)</script>"><img src=x onerror=alert(2)>';

test('the mailbox lists mails, the newest first, and shows each', async () => {
  expect(await (await localSite.get('/mailbox')).text()).toContain('No emails yet');
  const mailbox = localSite.app.get<Mailbox>(Mail);
  await mailbox.send(testMail('ann@example.com', { subject: 'First' }));
  await mailbox.send(testMail('bo@example.com', { subject: 'Second', kind: 'tests.second' }));
  const list = await localSite.get('/mailbox');
  const html = await list.text();
  expect(html.indexOf('Second')).toBeLessThan(html.indexOf('First'));
  expect(html).toContain('ann@example.com');
  expect(list.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(list.headers.get('cache-control')).toBe('no-store');

  const [, path = ''] = /href="(\/mailbox\/\d+)"/.exec(html) ?? [];
  const message = await (await localSite.get(path)).text();
  expect(message).toContain('tests.second');
  expect(message).toContain('the lights are on.');
  expect(message).toContain(`<iframe src="${path}/html"`);
  const frame = await localSite.get(`${path}/html`);
  expect(frame.headers.get('content-security-policy')).toMatch(
    /^sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'/,
  );
  expect(await frame.text()).toContain('<p>the lights are on.</p>');
});

test('a mail is escaped on its page, and runs no scripts in its frame', async () => {
  const mailbox = localSite.app.get<Mailbox>(Mail);
  await mailbox.send(testMail('eve@example.com', { subject: evil, text: evil, html: evil, kind: evil }));
  const [message] = await mailbox.mails('eve@example.com');
  for (const path of ['/mailbox', `/mailbox/${message?.number}`]) {
    const html = await (await localSite.get(path)).text();
    expect(html).not.toContain('<script>alert');
    expect(html).not.toContain('<img src=x');
  }
  const policy = (await localSite.get(`/mailbox/${message?.number}/html`)).headers.get('content-security-policy') ?? '';
  expect(policy).toContain('sandbox');
  expect(policy).not.toMatch(/allow-scripts|allow-same-origin|script-src/);
});

test.each(['/mailbox/0', '/mailbox/abc', "/mailbox/1'--", '/mailbox/99999999999999999999', '/mailbox/0/html'])(
  'there is no mail at %s',
  async (path) => expect((await localSite.get(path)).status).toBe(404),
);

test('stylesheet and fonts are served by this site', async () => {
  const style = await localSite.get('/plain/style.css');
  expect([style.status, style.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
  const font = await localSite.get('/plain/fonts/inter.woff2');
  expect([font.status, font.headers.get('content-type')]).toEqual([200, 'font/woff2']);
  for (const name of ['toString', '..%2f..%2fpackage.json', 'other.woff2']) {
    const { status, headers } = await localSite.get(`/plain/fonts/${name}`);
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      404,
      expect.stringContaining('application/json'),
      null,
    ]);
  }
});

test('requests through a proxy or under another host name get 404', async () => {
  for (const headers of [{ 'x-forwarded-for': '127.0.0.1' }, { forwarded: 'for=127.0.0.1' }, { via: '1.1 proxy' }])
    expect((await localSite.get('/mailbox', headers as Record<string, string>)).status).toBe(404);
});

test('there is no mailbox when a mail server is configured or the site is public', async () => {
  for (const changes of [
    { smtpUrl: 'smtp://127.0.0.1:1', mailFrom: 'a@example.com' },
    { configuredUrl: 'https://festoon.example' },
  ]) {
    const { app, get } = await serve(changes);
    expect((await get('/mailbox')).status).toBe(404);
    await app.close();
  }
});

describe('the mailbox is readable', () => {
  const localSettings = { demo: false, smtpUrl: undefined, publicUrl: 'http://localhost:3000' };
  const request = (remoteAddress: string, host: string) => ({ socket: { remoteAddress }, headers: { host } });
  const me = request('127.0.0.1', 'localhost:3000');
  const stranger = request('203.0.113.7', 'festoon.example');

  test('from this machine under a loopback name', () => {
    for (const [address, host] of [
      ['127.0.0.1', '127.0.0.1:3000'],
      ['::1', '[::1]:3000'],
      ['::ffff:127.0.0.1', 'localhost'],
    ] as const)
      expect(isReadableBy(request(address, host), localSettings)).toBe(true);
  });

  test('only from this machine, only under a loopback name, and only if the site is not public', () => {
    expect(isReadableBy(stranger, localSettings)).toBe(false);
    expect(isReadableBy(request('127.0.0.1', 'evil.example'), localSettings)).toBe(false);
    expect(isReadableBy(request('127.0.0.1', 'localhost.evil.example'), localSettings)).toBe(false);
    expect(isReadableBy(me, { ...localSettings, publicUrl: 'https://festoon.example' })).toBe(false);
  });

  test('by everyone in demo mode, unless a mail server sends the mails', () => {
    expect(isReadableBy(stranger, { ...localSettings, demo: true })).toBe(true);
    expect(isReadableBy(stranger, { ...localSettings, demo: true, publicUrl: 'https://demo.example' })).toBe(true);
    expect(isReadableBy(me, { ...localSettings, demo: true, smtpUrl: 'smtp://mail' })).toBe(false);
  });
});
