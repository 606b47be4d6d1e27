import { describe, expect, test } from '@jest/globals';
import { type AuthErrorLike, authErrorMessage, isSessionMissing } from './auth-errors.ts';

const refusalOf = (message: string, status: number, code?: string): AuthErrorLike => ({
  name: 'AuthApiError',
  message,
  status,
  code,
});
const otherwise = 'Failed to sign in';

describe('the message of an auth error', () => {
  test('is the server’s own', () => {
    const wrongCredentials = refusalOf('Invalid login credentials', 400, 'invalid_credentials');
    expect(authErrorMessage(wrongCredentials, otherwise)).toBe('Invalid login credentials');
    expect(authErrorMessage(refusalOf('', 400), otherwise)).toBe(otherwise);
  });

  test('is a default one if the client reports a failed request or response', () => {
    expect(authErrorMessage({ name: 'AuthRetryableFetchError', message: '{}', status: 503 }, otherwise)).toBe(
      otherwise,
    );
    expect(authErrorMessage({ name: 'AuthUnknownError', message: 'Unexpected token <' }, otherwise)).toBe(otherwise);
    const unreachable = { name: 'AuthRetryableFetchError', message: 'Failed to fetch', status: 0 };
    expect(authErrorMessage(unreachable, otherwise)).toBe('Failed to sign in. Please check your connection.');
  });

  test('includes how long to wait, if the server sent that in a header', () => {
    const often = refusalOf('Request rate limit reached', 429, 'over_request_rate_limit');
    const messageAfter = (seconds: number) => authErrorMessage(often, otherwise, seconds);
    expect(messageAfter(1)).toBe('Request rate limit reached. Please try again in 1 second.');
    expect(messageAfter(60)).toBe('Request rate limit reached. Please try again in 60 seconds.');
    expect(messageAfter(90)).toBe('Request rate limit reached. Please try again in 2 minutes.');
    expect(messageAfter(0)).toBe('Request rate limit reached');
    const mails = 'For security purposes, you can only request this after 41 seconds.';
    expect(authErrorMessage(refusalOf(mails, 429, 'over_email_send_rate_limit'), otherwise, 41)).toBe(mails);
  });

  test('says that the session has ended', () => {
    const missingSession = { name: 'AuthSessionMissingError', message: 'Auth session missing!', status: 400 };
    expect(authErrorMessage(missingSession, otherwise)).toBe('Your session has ended. Please sign in again.');
    expect([isSessionMissing(missingSession), isSessionMissing(refusalOf('User is banned', 403))]).toEqual([
      true,
      false,
    ]);
  });
});
