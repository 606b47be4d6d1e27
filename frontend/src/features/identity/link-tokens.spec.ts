import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { sessionKey } from '../../platform/session-storage.ts';
import {
  linkTokensIn,
  rememberMailRequest,
  rememberProviderRedirect,
  unsolicitedAccountIn,
  withoutTokens,
} from './link-tokens.ts';

const tokenOf = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.sig`;
const linkOf = (claims: object) => `#access_token=${tokenOf(claims)}&refresh_token=r&type=recovery`;
const ann = linkOf({ sub: 'ann', email: 'ann@example.com' });
const eve = linkOf({ sub: 'eve', email: 'eve@example.com' });
/** The account that the user must confirm; undefined if the tokens are accepted without confirmation. */
const accountToConfirm = (hash: string) => {
  const tokens = linkTokensIn(hash);
  return tokens && unsolicitedAccountIn(tokens);
};

const storage = () => {
  const entries = new Map<string, string>();
  return {
    entries,
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, text: string) => void entries.set(key, text),
    removeItem: (key: string) => void entries.delete(key),
  };
};
let browser: { localStorage: ReturnType<typeof storage>; sessionStorage: ReturnType<typeof storage> };
beforeEach(() => {
  browser = { localStorage: storage(), sessionStorage: storage() };
  Object.assign(globalThis, browser);
});
afterEach(() => {
  for (const name of Object.keys(browser)) Reflect.deleteProperty(globalThis, name);
});
const signedIn = (text = JSON.stringify({ user: { id: 'ann' } })) => browser.localStorage.setItem(sessionKey, text);
/** Makes every stored timestamp `by` milliseconds older. */
const age = (by: number) => {
  for (const { entries } of Object.values(browser))
    for (const [key, text] of entries)
      entries.set(
        key,
        text.replace(/\d{13}/, (at) => String(Number(at) - by)),
      );
};

test('unsolicited tokens need a confirmation, signed in or not', () => {
  expect(accountToConfirm(eve)).toBe('eve@example.com');
  expect(accountToConfirm(linkOf({ sub: 'zoe', email: 'zoë@exämple.com' }))).toBe('zoë@exämple.com');
  signedIn();
  expect(accountToConfirm(eve)).toBe('eve@example.com');
});

test.each(['', '#', '#error_code=otp_expired', '#message=Confirmation+link+accepted'])('%s has no tokens', (hash) => {
  expect(linkTokensIn(hash)).toBeUndefined();
});

test('tokens of the signed-in account are accepted', () => {
  signedIn();
  expect(accountToConfirm(ann)).toBeUndefined();
});

test('tokens for the address of a requested mail are accepted for an hour', () => {
  rememberMailRequest(' Ann@Example.com');
  for (const attempt of [1, 2]) expect([attempt, accountToConfirm(ann)]).toEqual([attempt, undefined]);
  expect(accountToConfirm(eve)).toBe('eve@example.com');
  signedIn(JSON.stringify({ user: { id: 'bo' } }));
  expect(accountToConfirm(ann)).toBeUndefined();
  expect(accountToConfirm(eve)).toBe('eve@example.com');
  age(3_590_000);
  expect(accountToConfirm(ann)).toBeUndefined();
  age(20_000);
  expect(accountToConfirm(ann)).toBe('ann@example.com');
});

test('the tokens of a provider are accepted once, within ten minutes, by signed-out users', () => {
  rememberProviderRedirect();
  age(590_000);
  expect(accountToConfirm(eve)).toBeUndefined();
  expect(accountToConfirm(eve)).toBe('eve@example.com');
  rememberProviderRedirect();
  age(601_000);
  expect(accountToConfirm(eve)).toBe('eve@example.com');
  rememberProviderRedirect();
  signedIn();
  expect(accountToConfirm(eve)).toBe('eve@example.com');
});

test('the tokens that are checked are those that auth-js would read', () => {
  signedIn();
  expect(accountToConfirm(`${ann}&${eve.slice(1)}`)).toBe('eve@example.com');
  expect(accountToConfirm(eve.replace('access_token', 'access%5Ftoken'))).toBe('eve@example.com');
  expect(withoutTokens(`?${eve.slice(1)}&tab=security`)).toBe('?type=recovery&tab=security');
  expect(withoutTokens('?refresh_token=r')).toBe('');
  expect(withoutTokens('?tab=security&q=a%20b')).toBe('?tab=security&q=a%20b');
});

test.each(['{}', 'null', 'no JSON', '{"user":null}'])('a stored session of %s counts as signed out', (text) => {
  signedIn(text);
  expect(accountToConfirm(linkOf({ email: 'eve@example.com' }))).toBe('eve@example.com');
});

test('an unreadable token belongs to another account', () => {
  expect(accountToConfirm('#access_token=abc')).toBe('another account');
});

test('without storage every link needs a confirmation', () => {
  const denyAccess = () => {
    throw new Error('denied');
  };
  const deniedStorage = { getItem: denyAccess, setItem: denyAccess, removeItem: denyAccess };
  Object.assign(globalThis, { localStorage: deniedStorage, sessionStorage: deniedStorage });
  rememberMailRequest('eve@example.com');
  rememberProviderRedirect();
  expect(accountToConfirm(eve)).toBe('eve@example.com');
});
