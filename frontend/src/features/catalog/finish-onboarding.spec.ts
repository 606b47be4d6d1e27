import { expect, test } from '@jest/globals';
import { HttpError } from '../../platform/http.ts';
import { onboardingFailure } from './finish-onboarding.ts';

test('an onboarding that cannot be saved says why', () => {
  expect(onboardingFailure(new HttpError(401, 'unauthorized', 'Sign in first'))).toEqual([
    'Error',
    'Not authenticated',
  ]);
  expect(onboardingFailure(new HttpError(409, 'x', 'This package has no name'))).toEqual([
    'Error',
    'This package has no name',
  ]);
  expect(onboardingFailure(new HttpError(500, 'unexpected', ''))).toEqual(['Error', 'Failed to save profile']);
});
