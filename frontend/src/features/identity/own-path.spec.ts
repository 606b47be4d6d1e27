import { expect, test } from '@jest/globals';
import { ownPath } from './own-path.ts';

const origin = 'https://festoon.example';

test.each(['/bookings/create?creator=6f2c&package=1', '/bookings/6f2c', '/leads?eventType=wedding#top'])(
  '%s is a page of this site',
  (path) => {
    expect(ownPath(path, origin)).toBe(path);
  },
);

test.each([
  undefined,
  null,
  7,
  '',
  'bookings',
  'https://evil.example/bookings',
  '//evil.example/bookings',
  '/\\evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  '/login',
  '/signup?role=client',
  '/reset-password',
])('%s is not a page of this site that a user may return to', (path) => {
  expect(ownPath(path, origin)).toBeUndefined();
});
