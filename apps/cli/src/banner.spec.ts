import { expect, test } from '@jest/globals';
import { startUpBanner } from './banner.ts';
import { password, people } from './demo-data.ts';

const local = {
  publicUrl: 'http://localhost:3000',
  demo: false,
  autoconfirm: true,
  smtpUrl: undefined,
  mailFrom: 'Festoon <hello@festoon.example>',
};
const remote = { ...local, publicUrl: 'https://festoon.example' };
const smtpUrl = 'smtp://mail.festoon.example';

test('the banner names the address and where mails are stored', () => {
  expect(startUpBanner(local)).toBe(
    '\nFestoon is at http://localhost:3000\n\nEmails are stored here: http://localhost:3000/mailbox\n\nStop with Ctrl-C.',
  );
});

test('in demo mode the banner lists the demo accounts and their password', () => {
  const text = startUpBanner({ ...local, demo: true });
  expect(text).toContain(`with the password ${password}\n`);
  for (const { email } of [people.client, people.photographer]) expect(text).toContain(email);
});

test('on a public address the banner warns that mails are not sent and addresses are not verified', () => {
  expect(startUpBanner(remote)).toContain('NOT SENT');
  expect(startUpBanner(remote)).toContain('WITHOUT PROOF');
  const verified = startUpBanner({ ...remote, smtpUrl, autoconfirm: false });
  expect(verified).toContain('Emails are sent from Festoon <hello@festoon.example>');
  expect(verified).not.toMatch(/NOT SENT|WITHOUT PROOF/);
});

test('a mail server alone does not verify addresses', () => {
  expect(startUpBanner({ ...remote, smtpUrl })).toContain('WITHOUT PROOF');
  expect(startUpBanner({ ...local, smtpUrl })).not.toContain('WITHOUT PROOF');
});
