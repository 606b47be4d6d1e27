import { expect, test } from '@jest/globals';
import { demoPassword } from '#platform/config';
import { startUpBanner } from './banner.ts';
import { people } from './demo-data.ts';

const localSettings = {
  publicUrl: 'http://localhost:3000',
  demo: false,
  autoconfirm: true,
  smtpUrl: undefined,
  mailFrom: 'Festoon <hello@festoon.example>',
};
const remote = { ...localSettings, publicUrl: 'https://festoon.example' };
const smtpUrl = 'smtp://mail.festoon.example';

test('the banner names the address and where mails are stored', () => {
  expect(startUpBanner(localSettings)).toBe(
    '\nFestoon is at http://localhost:3000\n\nEmails are stored here: http://localhost:3000/mailbox\n\nStop with Ctrl-C.',
  );
});

test('in demo mode the banner lists the demo accounts and their password', () => {
  const text = startUpBanner({ ...localSettings, demo: true });
  expect(text).toContain(`with the password ${demoPassword}\n`);
  for (const { email } of [people.client, people.photographer]) expect(text).toContain(email);
});

test('on a public address the banner warns that mails are not sent and addresses are not verified', () => {
  expect(startUpBanner(remote)).toContain('NOT SENT');
  expect(startUpBanner(remote)).toContain('WITHOUT PROOF');
  const bannerWithMailServer = startUpBanner({ ...remote, smtpUrl, autoconfirm: false });
  expect(bannerWithMailServer).toContain('Emails are sent from Festoon <hello@festoon.example>');
  expect(bannerWithMailServer).not.toMatch(/NOT SENT|WITHOUT PROOF/);
});

test('a mail server alone does not verify addresses', () => {
  expect(startUpBanner({ ...remote, smtpUrl })).toContain('WITHOUT PROOF');
  expect(startUpBanner({ ...localSettings, smtpUrl })).not.toContain('WITHOUT PROOF');
});
