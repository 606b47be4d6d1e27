import { expect, test } from '@jest/globals';
import { personIn } from './openid.claims.ts';

const iss = 'https://login.example';

test('claims describe a person', () => {
  const picture = 'https://login.example/cy.png';
  const claims = { iss, sub: '1', email: 'Cy@Example.com', email_verified: true, name: 'Cy Young', picture, extra: {} };
  expect(personIn(claims)).toEqual({
    subject: '1',
    email: 'cy@example.com',
    emailVerified: true,
    firstName: 'Cy',
    lastName: 'Young',
    data: {
      iss,
      sub: '1',
      provider_id: '1',
      email: 'Cy@Example.com',
      email_verified: true,
      phone_verified: false,
      name: 'Cy Young',
      full_name: 'Cy Young',
      picture,
      avatar_url: picture,
    },
  });
});

test('claims without a subject describe no person', () => {
  for (const sub of [undefined, '', 7, 'x'.repeat(256)]) expect(personIn({ iss, sub })).toBeUndefined();
});

test.each([
  [true, true],
  ['true', true],
  [false, false],
  ['false', false],
  ['yes', false],
  [1, false],
  [undefined, false],
])('email_verified is read from %p', (email_verified, verified) =>
  expect(personIn({ iss, sub: '1', email: 'cy@example.com', email_verified })?.emailVerified).toBe(verified),
);

test('an invalid address is dropped, and never counts as verified', () => {
  for (const email of [undefined, 'cy', 7, null, `${'x'.repeat(260)}@example.com`])
    expect(personIn({ iss, sub: '1', email, email_verified: true })).toMatchObject({
      email: null,
      emailVerified: false,
    });
});

test.each([
  [{ given_name: 'Cy', family_name: 'Young', name: 'Other Name' }, 'Cy', 'Young'],
  [{ name: 'Cyrus  de la Young' }, 'Cyrus', 'de la Young'],
  [{ name: 'Cyrus' }, 'Cyrus', 'Member'],
  [{ given_name: 'C', family_name: 'Y' }, 'New', 'Member'],
  [{ name: 'cy@example.com', given_name: 'cy@example.com' }, 'New', 'Member'],
  [{ name: 7, given_name: {} }, 'New', 'Member'],
  [{ given_name: 'x'.repeat(200), family_name: 'y'.repeat(200) }, 'x'.repeat(80), 'y'.repeat(80)],
])('names follow the sign-up form’s rules: %j', (named, firstName, lastName) =>
  expect(personIn({ iss, sub: '1', email: 'cy@example.com', ...named })).toMatchObject({ firstName, lastName }),
);
