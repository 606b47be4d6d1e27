import { expect, test } from '@jest/globals';
import { allowedRedirect, redirectTo, withFragment } from './redirect.rules.ts';

const site = 'https://festoon.example';

test.each([
  ['https://festoon.example/login', 'https://festoon.example/login'],
  ['https://festoon.example:443/login?a=b#c', 'https://festoon.example/login?a=b#c'],
  ['HTTPS://FESTOON.EXAMPLE', 'https://festoon.example/'],
])('%s is an allowed redirect', (requested, allowed) => expect(allowedRedirect(site, requested)).toBe(allowed));

test.each([
  'https://evil.example/login',
  'http://festoon.example/login',
  'https://festoon.example:8443/login',
  'https://festoon.example.evil.example/',
  'https://festoon.example@evil.example/',
  'https://user:password@festoon.example/',
  'https://evil.example\\@festoon.example/',
  'https:\\\\evil.example/',
  '//evil.example/',
  '///evil.example/',
  '\\\\evil.example/',
  '/\\evil.example/',
  'https:evil.example/',
  'https:/evil.example/',
  'https://festoon.example\r\nLocation: https://evil.example/',
  'https://festoon.example/\nSet-Cookie: a=b',
  'https://festoon.example%2eevil.example/',
  'https://festoon.example%40evil.example/',
  'https://festoon.example./',
  'https://festo\u043en.example/',
  'https://xn--feston-9of.example/',
  'https://festoon.example:443@evil.example/',
  'https://evil.example#@festoon.example/',
  'https://evil.example?@festoon.example/',
  'blob:https://festoon.example/1',
  'ftp://festoon.example/',
  'javascript://festoon.example/%0aalert(1)',
  '/login',
  'javascript:alert(1)',
  'data:text/html,hello',
  'https://2130706433/',
  'http://127.0.0.1:3000/',
  'http://localhost:3000/',
  'https://10.0.0.1/',
  '\thttps://festoon.example/',
  'https://festoon.example/a b',
  'https://festoon.example/\u0000',
  'https://',
  '',
  undefined,
  null,
  ['https://festoon.example/'],
])('%j is not an allowed redirect', (requested) => expect(allowedRedirect(site, requested)).toBeUndefined());

test('an address that browsers read as ours is allowed, and normalized', () => {
  for (const requestedUrl of ['https://festoon\u3002example/login', 'https://\uff46estoon.example/login'])
    expect(allowedRedirect(site, requestedUrl)).toBe('https://festoon.example/login');
  expect(allowedRedirect(site, 'https://festoon.example/%0d%0aSet-Cookie:a=b')).toMatch(/^[\x21-\x7e]+$/);
  expect(allowedRedirect(site, 'https://festoon.example//evil.example/')).toBe(
    'https://festoon.example//evil.example/',
  );
});

test('if the site runs on localhost, other ports of localhost are allowed', () => {
  const siteUrl = 'http://localhost:3000';
  expect(allowedRedirect(siteUrl, 'http://localhost:5173/login')).toBe('http://localhost:5173/login');
  expect(allowedRedirect(siteUrl, 'http://127.0.0.1:4000/')).toBe('http://127.0.0.1:4000/');
  expect(allowedRedirect(siteUrl, 'http://[::1]:4000/')).toBe('http://[::1]:4000/');
  expect(allowedRedirect(siteUrl, 'http://10.0.0.1:3000/')).toBeUndefined();
  expect(allowedRedirect(siteUrl, 'http://localhost.evil.example/')).toBeUndefined();
});

test('the first allowed address is used, or the site if there is none', () => {
  expect(redirectTo(site, undefined, 'https://evil.example', 'https://festoon.example/a')).toBe(
    'https://festoon.example/a',
  );
  expect(redirectTo(site, 'https://evil.example')).toBe('https://festoon.example/');
});

test('the fragment’s fields are sorted by name', () => {
  expect(withFragment('https://festoon.example/login?a=b#old', { token_type: 'bearer', sb: '', error: 'a b' })).toBe(
    'https://festoon.example/login?a=b#error=a+b&sb=&token_type=bearer',
  );
  expect(withFragment('https://festoon.example/', { error: 'a b', sb: '' }, true)).toBe(
    'https://festoon.example/?error=a+b#error=a+b&sb=',
  );
});
