import { describe, expect, test } from '@jest/globals';
import { type Failure, isSessionGone, wordsFor } from './failures.ts';

const refused = (message: string, status: number, code?: string): Failure => ({
  name: 'AuthApiError',
  message,
  status,
  code,
});
const otherwise = 'Failed to sign in';

describe('what went wrong is told', () => {
  test('in the server’s own words', () => {
    const wrong = refused('Invalid login credentials', 400, 'invalid_credentials');
    expect(wordsFor(wrong, otherwise)).toBe('Invalid login credentials');
    expect(wordsFor(refused('', 400), otherwise)).toBe(otherwise);
  });

  test('in ours where the client speaks of fetching and parsing', () => {
    expect(wordsFor({ name: 'AuthRetryableFetchError', message: '{}', status: 503 }, otherwise)).toBe(otherwise);
    expect(wordsFor({ name: 'AuthUnknownError', message: 'Unexpected token <' }, otherwise)).toBe(otherwise);
    const unreachable = { name: 'AuthRetryableFetchError', message: 'Failed to fetch', status: 0 };
    expect(wordsFor(unreachable, otherwise)).toBe('Failed to sign in. Please check your connection.');
  });

  test('with the time to wait, where the server says it beside its words', () => {
    const often = refused('Request rate limit reached', 429, 'over_request_rate_limit');
    const told = (seconds: number) => wordsFor(often, otherwise, seconds);
    expect(told(1)).toBe('Request rate limit reached. Please try again in 1 second.');
    expect(told(60)).toBe('Request rate limit reached. Please try again in 60 seconds.');
    expect(told(90)).toBe('Request rate limit reached. Please try again in 2 minutes.');
    expect(told(0)).toBe('Request rate limit reached');
    const mails = 'For security purposes, you can only request this after 41 seconds.';
    expect(wordsFor(refused(mails, 429, 'over_email_send_rate_limit'), otherwise, 41)).toBe(mails);
  });

  test('and a session that ended elsewhere is known as such', () => {
    const gone = { name: 'AuthSessionMissingError', message: 'Auth session missing!', status: 400 };
    expect(wordsFor(gone, otherwise)).toBe('Your session has ended. Please sign in again.');
    expect([isSessionGone(gone), isSessionGone(refused('User is banned', 403))]).toEqual([true, false]);
  });
});
