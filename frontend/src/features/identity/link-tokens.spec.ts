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
/** Whose tokens are asked about. */
const asked = (hash: string) => {
  const tokens = linkTokensIn(hash);
  return tokens && unsolicitedAccountIn(tokens);
};

const storage = () => {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
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
/** As if what was noted had been noted so much earlier, in milliseconds. */
const age = (by: number) => {
  for (const { kept } of Object.values(browser))
    for (const [key, text] of kept)
      kept.set(
        key,
        text.replace(/\d{13}/, (at) => String(Number(at) - by)),
      );
};

test('tokens that nobody asked for are asked about, whether somebody is signed in or not', () => {
  expect(asked(eve)).toBe('eve@example.com');
  expect(asked(linkOf({ sub: 'zoe', email: 'zoë@exämple.com' }))).toBe('zoë@exämple.com');
  signedIn();
  expect(asked(eve)).toBe('eve@example.com');
});

test.each(['', '#', '#error_code=otp_expired', '#message=Confirmation+link+accepted'])('%s brings nobody', (hash) => {
  expect(linkTokensIn(hash)).toBeUndefined();
});

test('those of whoever is signed in here are theirs', () => {
  signedIn();
  expect(asked(ann)).toBeUndefined();
});

test('what a mail was asked for is taken for an hour, for that address and no other', () => {
  rememberMailRequest(' Ann@Example.com');
  for (const again of [1, 2]) expect([again, asked(ann)]).toEqual([again, undefined]);
  expect(asked(eve)).toBe('eve@example.com');
  signedIn(JSON.stringify({ user: { id: 'bo' } }));
  expect(asked(ann)).toBeUndefined();
  expect(asked(eve)).toBe('eve@example.com');
  age(3_590_000);
  expect(asked(ann)).toBeUndefined();
  age(20_000);
  expect(asked(ann)).toBe('ann@example.com');
});

test('whom a provider brings is taken once, within ten minutes, where nobody is signed in', () => {
  rememberProviderRedirect();
  age(590_000);
  expect(asked(eve)).toBeUndefined();
  expect(asked(eve)).toBe('eve@example.com');
  rememberProviderRedirect();
  age(601_000);
  expect(asked(eve)).toBe('eve@example.com');
  rememberProviderRedirect();
  signedIn();
  expect(asked(eve)).toBe('eve@example.com');
});

test('the tokens that are judged are those that auth-js reads', () => {
  signedIn();
  expect(asked(`${ann}&${eve.slice(1)}`)).toBe('eve@example.com');
  expect(asked(eve.replace('access_token', 'access%5Ftoken'))).toBe('eve@example.com');
  expect(withoutTokens(`?${eve.slice(1)}&tab=security`)).toBe('?type=recovery&tab=security');
  expect(withoutTokens('?refresh_token=r')).toBe('');
  expect(withoutTokens('?tab=security&q=a%20b')).toBe('?tab=security&q=a%20b');
});

test.each(['{}', 'null', 'no JSON', '{"user":null}'])('where the session is %s nobody is signed in', (text) => {
  signedIn(text);
  expect(asked(linkOf({ email: 'eve@example.com' }))).toBe('eve@example.com');
});

test('a token that cannot be read is of another account', () => {
  expect(asked('#access_token=abc')).toBe('another account');
});

test('where nothing can be kept, whoever comes is asked', () => {
  const denied = () => {
    throw new Error('denied');
  };
  const none = { getItem: denied, setItem: denied, removeItem: denied };
  Object.assign(globalThis, { localStorage: none, sessionStorage: none });
  rememberMailRequest('eve@example.com');
  rememberProviderRedirect();
  expect(asked(eve)).toBe('eve@example.com');
});
