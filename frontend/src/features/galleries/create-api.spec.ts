import { expect, test } from '@jest/globals';
import { HttpError } from '../../platform/http.ts';
import { creationFailure } from './create-api.ts';

test('a gallery that cannot be created says why', () => {
  const missing = 'This does not exist, or you do not have access to it';
  expect(creationFailure(new HttpError(404, 'booking-not-found', missing))).toBe('Booking not found');
  expect(creationFailure(new HttpError(409, 'gallery-exists', 'This booking already has a gallery'))).toBe(
    'This booking already has a gallery',
  );
  expect(creationFailure(new HttpError(500, 'unexpected', ''))).toBe('Failed to create gallery');
});
