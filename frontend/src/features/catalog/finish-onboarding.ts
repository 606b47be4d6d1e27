import { useMutation } from '@tanstack/react-query';
import { api, HttpError, messageOf } from '../../platform/http.ts';
import type { Notice } from '../../platform/notices.ts';
import { onboardingOf } from './onboarding.ts';

/** What is shown when the steps could not be saved. */
export const onboardingFailure = (error: unknown): Notice => [
  'Error',
  error instanceof HttpError && error.status === 401 ? 'Not authenticated' : messageOf(error, 'Failed to save profile'),
];

/**
 * Saves all four steps of the onboarding, given the values of its form. Apart from `api.ts`, so that pages without
 * forms load no schemas.
 */
export const useFinishOnboarding = () =>
  useMutation({
    mutationFn: async (values: Record<string, unknown>) => api.post('/profile/onboarding', onboardingOf(values)),
    meta: { success: 'Profile completed!', failure: onboardingFailure, topics: ['catalog'] },
  });
