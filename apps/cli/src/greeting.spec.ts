import { expect, test } from '@jest/globals';
import { password, people } from './demo-data.ts';
import { greeting } from './greeting.ts';

const near = {
  publicUrl: 'http://localhost:3000',
  demo: false,
  autoconfirm: true,
  smtpUrl: undefined,
  mailFrom: 'Festoon <hello@festoon.example>',
};
const far = { ...near, publicUrl: 'https://festoon.example' };
const smtpUrl = 'smtp://mail.festoon.example';

test('a start says where it is, and where mail stays', () => {
  expect(greeting(near)).toBe(
    '\nFestoon is at http://localhost:3000\n\nMail stays here: http://localhost:3000/mailbox\n\nStop with Ctrl-C.',
  );
});

test('in demo mode it says who there is, and how they sign in', () => {
  const said = greeting({ ...near, demo: true });
  expect(said).toContain(`with the password ${password}\n`);
  for (const { email } of [people.client, people.photographer]) expect(said).toContain(email);
});

test('where strangers come, it says that mail is not sent and addresses are not proved', () => {
  expect(greeting(far)).toContain('NOT SENT');
  expect(greeting(far)).toContain('WITHOUT PROOF');
  const proved = greeting({ ...far, smtpUrl, autoconfirm: false });
  expect(proved).toContain('Mail goes out as Festoon <hello@festoon.example>');
  expect(proved).not.toMatch(/NOT SENT|WITHOUT PROOF/);
});

test('a mail server proves nothing by itself', () => {
  expect(greeting({ ...far, smtpUrl })).toContain('WITHOUT PROOF');
  expect(greeting({ ...near, smtpUrl })).not.toContain('WITHOUT PROOF');
});
