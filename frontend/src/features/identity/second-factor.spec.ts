import { describe, expect, test } from '@jest/globals';
import type { Factor, User } from '@supabase/auth-js';
import { linkNoticeIn } from './link-notice.ts';
import { normalizeCode } from './one-time-code.ts';
import { factorsOf, needsSecondFactor } from './second-factor.ts';

const at = '2026-11-20T20:00:00.000Z';
const factor = (status: 'verified' | 'unverified') =>
  ({ id: status, factor_type: 'totp', status, created_at: at, updated_at: at }) as Factor;
const tokenOf = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.sig`;
const session = (aal: string, ...factors: Factor[]) => ({
  access_token: tokenOf({ aal, name: 'Zoë ÿ?>' }),
  user: { id: 'ann', factors } as unknown as User,
});

describe('a second factor is required', () => {
  test('from users who have one and have not used it yet', () => {
    expect(needsSecondFactor(session('aal1', factor('verified')))).toBe(true);
    expect(needsSecondFactor(session('aal2', factor('verified')))).toBe(false);
  });

  test('not from users without one, or with an unverified one', () => {
    expect(needsSecondFactor(session('aal1'))).toBe(false);
    expect(needsSecondFactor(session('aal1', factor('unverified')))).toBe(false);
    expect(needsSecondFactor(null)).toBe(false);
    expect(factorsOf([factor('unverified'), factor('verified')]).map(({ id }) => id)).toEqual(['verified']);
  });
});

test('a code may be typed with spaces', () => {
  expect(normalizeCode(' 123 456 ')).toBe('123456');
});

describe('the notice in an address', () => {
  test('never shows text from the address', () => {
    const fragmentWithText = '#error=access_denied&error_code=otp_expired&error_description=Call+us';
    expect(linkNoticeIn(fragmentWithText)).toEqual({ kind: 'error', text: 'Email link is invalid or has expired' });
    expect(linkNoticeIn('#error_description=Call+us')).toEqual({ kind: 'error', text: 'Failed to sign in' });
    expect(linkNoticeIn('#error=access_denied')?.text).toBe('The provider declined the sign-in');
    expect(linkNoticeIn('#message=Call+us')?.text).not.toContain('Call us');
  });

  test('is absent without a message', () => {
    expect(linkNoticeIn('')).toBeUndefined();
    expect(linkNoticeIn('#top')).toBeUndefined();
  });
});
