import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { sessionKey } from '../../shared/session-mark.ts';
import { endWait, expectArrival, strangerIn } from './arrival.ts';

const tokenOf = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.sig`;
const linkOf = (claims: object) => `#access_token=${tokenOf(claims)}&refresh_token=r&type=recovery`;
const ann = linkOf({ sub: 'ann', email: 'ann@example.com' });
const eve = linkOf({ sub: 'eve', email: 'eve@example.com' });
const by = (hash: string, search = '') => ({ hash, search });

const kept = new Map<string, string>();
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, text: string) => kept.set(key, text),
  removeItem: (key: string) => kept.delete(key),
};
beforeEach(() => {
  Object.assign(globalThis, { localStorage: storage });
});
afterEach(() => {
  kept.clear();
  Reflect.deleteProperty(globalThis, 'localStorage');
});

test('tokens that nobody asked for are named', () => {
  expect(strangerIn(by(eve))).toBe('eve@example.com');
  expect(strangerIn(by(linkOf({ sub: 'zoe', email: 'zoë@exämple.com' })))).toBe('zoë@exämple.com');
});

test.each(['', '#', '#error_code=otp_expired', '#message=Confirmation+link+accepted'])('%s brings nobody', (hash) => {
  expect(strangerIn(by(hash))).toBeUndefined();
});

test('those that this browser asked for are its own, for an hour', () => {
  expectArrival();
  expect(strangerIn(by(eve))).toBeUndefined();
  const [[key = '', at = ''] = []] = [...kept];
  for (const [later, stranger] of [
    [3_590_000, undefined],
    [3_601_000, 'eve@example.com'],
    [-3_601_000, 'eve@example.com'],
  ] as const) {
    kept.set(key, String(Number(at) - later));
    expect(strangerIn(by(eve))).toBe(stranger);
  }
});

test('and once: the next link is asked about again', () => {
  expectArrival();
  endWait();
  expect(strangerIn(by(eve))).toBe('eve@example.com');
});

test('so are those of whoever is signed in here', () => {
  kept.set(sessionKey, JSON.stringify({ user: { id: 'ann' } }));
  expect(strangerIn(by(ann))).toBeUndefined();
  expect(strangerIn(by(eve))).toBe('eve@example.com');
});

test.each([
  ['twice', by(`${ann}&${eve.slice(1)}`)],
  ['in the query', by('', `?${eve.slice(1)}`)],
  ['in the query too', by(ann, `?${eve.slice(1)}`)],
])('the tokens that are judged are those that are read, where they stand %s', (_, address) => {
  kept.set(sessionKey, JSON.stringify({ user: { id: 'ann' } }));
  expect(strangerIn(address)).toBe('eve@example.com');
});

test.each(['{}', 'null', 'no JSON', '{"user":null}'])('where the session is %s nobody is', (session) => {
  kept.set(sessionKey, session);
  expect(strangerIn(by(linkOf({ email: 'eve@example.com' })))).toBe('eve@example.com');
});

test('a token that cannot be read is of another account', () => {
  expect(strangerIn(by('#access_token=abc'))).toBe('another account');
});

test('where nothing is kept, whoever comes is asked', () => {
  Object.assign(globalThis, {
    localStorage: {
      getItem: () => {
        throw new Error('denied');
      },
      setItem: () => {
        throw new Error('denied');
      },
      removeItem: () => {
        throw new Error('denied');
      },
    },
  });
  expectArrival();
  endWait();
  expect(strangerIn(by(eve))).toBe('eve@example.com');
});
