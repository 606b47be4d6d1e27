import { expect, test } from '@jest/globals';
import { mailTexts } from './mails.texts.ts';

const name = 'Ann';
const [url, code] = ['https://festoon.example/auth/v1/link?token=abc&type=recovery', '042137'];
const at = '2026-11-20T14:05:09.000Z';
const allMails = [
  mailTexts.confirmation({ name, url, code }),
  mailTexts.recovery({ name, url, code }),
  mailTexts['magic-link']({ name, url, code }),
  mailTexts.reauthentication({ name, code }),
  mailTexts['email-change-current']({ name, url, code, newEmail: 'ann@new.example' }),
  mailTexts['email-change-new']({ name, url, code }),
  mailTexts.passwordChanged({ name, at, url }),
  mailTexts.newDevice({ name, at, device: 'Firefox on Windows', ip: '203.0.113.7', url }),
  mailTexts.factorAdded({ name, at, factor: 'totp', url }),
  mailTexts.factorRemoved({ name, at, url }),
  mailTexts.identityLinked({ name, at, provider: 'google', url }),
  mailTexts.identityUnlinked({ name, at, provider: 'google', url }),
];

test.each(allMails.map((mail) => [mail.subject, mail] as const))(
  'the mail “%s” has the same greeting, links and codes as text and as HTML',
  (_, { text, html }) => {
    expect(text).toMatch(/^Hello Ann,\n/);
    expect(html).toContain('Hello Ann,');
    // Text and HTML of a mail hold the same links and codes.
    expect(text.includes(url)).toBe(html.includes(url.replace('&', '&amp;')));
    expect(text.includes(code)).toBe(html.includes(code));
    expect(text.includes(url) || text.includes(code)).toBe(true);
    expect(html).not.toMatch(/<script|<img|src=/);
  },
);

test('each mail has its own subject', () =>
  expect(new Set(allMails.map(({ subject }) => subject)).size).toBe(allMails.length));

test('what staff do with an account is announced with the reason, and without a link', () => {
  const facts = { name, at, reason: 'sent advertising' };
  const notices = [
    mailTexts.factorsReset(facts),
    mailTexts.suspended(facts),
    mailTexts.reinstated(facts),
    mailTexts.roleChanged({ ...facts, role: 'vendor' }),
  ];
  expect(notices.map(({ subject }) => subject)).toEqual([
    'Festoon staff removed a second factor from your account',
    'Your account was suspended',
    'Your account was reinstated',
    'The role of your account was changed',
  ]);
  for (const { text, html } of notices) {
    expect(text).toContain('\nReason: sent advertising\n');
    expect(html).toContain('Reason: sent advertising');
    expect(text).toContain('On November 20, 2026 at 2:05 PM UTC, Festoon staff');
    expect(html).not.toContain('<a ');
  }
});

test('instants are formatted for people', () =>
  expect(mailTexts.passwordChanged({ name, at, url }).text).toContain('November 20, 2026 at 2:05 PM UTC'));

test('the greeting uses only text that looks like a name, so that it cannot carry a message', () => {
  const greeting = (tried: string | null) => mailTexts.recovery({ name: tried, url, code }).text.split('\n')[0];
  for (const givenName of ['Ann', 'Zoë', "D'Arcy", 'Jean-Luc', 'Łucja Maria', '美咲'])
    expect(greeting(givenName)).toBe(`Hello ${givenName},`);
  for (const givenName of [
    null,
    '',
    'Visit evil.example',
    'http://evil.example',
    'Ann\nBcc',
    '<b>Ann</b>',
    'x'.repeat(41),
  ])
    expect(greeting(givenName)).toBe('Hello,');
});

test('values in a mail are escaped as HTML', () => {
  const device = '<script>alert(1)</script>';
  const { html } = mailTexts.newDevice({ name, at, device, ip: null, url: 'https://festoon.example/"onclick="x' });
  expect(html).toContain('&lt;script&gt;');
  expect(html).not.toContain('<script>');
  expect(html).toContain('href="https://festoon.example/&quot;onclick=&quot;x"');
});
