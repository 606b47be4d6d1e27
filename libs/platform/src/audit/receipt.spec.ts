import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { expect, test } from '@jest/globals';
import type { StreamLink } from '#platform/event-store';
import { logFindings, type Receipt, readReceipt, signatureFindings, signReceipt } from './receipt.ts';
import { publicJwk, publicKeyFrom } from './signature.ts';

const at = '2026-11-22T06:23:25.495Z';
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const links: readonly StreamLink[] = [1, 2, 3].map((version) => ({
  position: BigInt(version * 10),
  version,
  digest: `${version}`.repeat(64),
  hash: `a${version}`.repeat(32),
  unchanged: true,
}));
const eventAt = (version: number): Receipt['events'][number] => ({
  ...{ title: 'Booking confirmed', status: 'confirmed', by: 'professional', onBehalfOf: null, note: null },
  ...{ position: `${version * 10}`, version, type: 'BookingConfirmed', at, recordedAt: at },
  ...{ digest: `${version}`.repeat(64), hash: `a${version}`.repeat(32), data: { price: 1, day: 'x' }, leftOut: [] },
});
const receipt = signReceipt(
  {
    ...{ kind: 'festoon-receipt', format: 1, subject: 'booking-1', holder: { id: 'ann', part: 'client' }, at },
    end: { position: '30', version: 3, hash: 'a3'.repeat(32) },
    events: [eventAt(1), eventAt(2)],
  },
  privateKey,
);
/** The kinds of findings about the signature of this text; undefined if it is not a receipt. */
const checked = (text: string, key: KeyObject = publicKey) => {
  const read = readReceipt(text);
  return read && signatureFindings(read, key).map(({ kind }) => kind);
};
const [first, second] = receipt.events;

test('a receipt is genuine in any format of its JSON', () => {
  expect(checked(JSON.stringify(receipt))).toEqual([]);
  const reversed = Object.fromEntries(Object.entries(receipt).reverse());
  expect(checked(JSON.stringify(reversed, null, 2))).toEqual([]);
});

test.each([
  ['another word', { events: [{ ...first, title: 'Booking cancelled' }, second] }],
  ['other data', { events: [{ ...first, data: { price: 2, day: 'x' } }, second] }],
  ['an added field', { events: [{ ...first, refund: 'promised' }, second] }],
  ['a missing event', { events: [first] }],
  ['another order', { events: [second, first] }],
  ['an event twice', { events: [first, second, second] }],
  ['another holder', { holder: { id: 'bo', part: 'client' } }],
  ['another subject', { subject: 'booking-2' }],
  ['another end', { end: { ...receipt.end, version: 2 } }],
  ['another time', { at: '2026-11-23T06:23:25.495Z' }],
  ['an added promise', { promise: 'everything is refunded' }],
])('a receipt with %s is not genuine', (_, change) => {
  expect(checked(JSON.stringify({ ...receipt, ...change }))).toEqual(['signature']);
});

test('a receipt that was signed with another key is not genuine', () => {
  const other = generateKeyPairSync('ed25519');
  expect(checked(JSON.stringify(receipt), other.publicKey)).toEqual(['key']);
  const { key: _, signature: _signature, ...statement } = receipt;
  const forged = { ...signReceipt(statement, other.privateKey), key: receipt.key };
  expect(checked(JSON.stringify(forged))).toEqual(['signature']);
});

test('a text that is cut, or something else, is not a receipt', () => {
  for (const text of [
    '',
    '[]',
    'null',
    JSON.stringify(receipt).slice(0, -1),
    JSON.stringify({ ...receipt, end: null }),
  ])
    expect(checked(text)).toBeUndefined();
});

test('each event of a receipt is compared with the log, and so is the end of its stream', () => {
  const changed = (version: number, change: Partial<StreamLink>) =>
    links.map((link) => (link.version === version ? { ...link, ...change } : link));
  const found = (of: readonly StreamLink[]) => logFindings(receipt, of).map(({ position, kind }) => [position, kind]);
  expect(found(links)).toEqual([]);
  expect(found([...links, { ...(links[2] as StreamLink), version: 4 }])).toEqual([]);
  expect(found(changed(2, { hash: 'b'.repeat(64) }))).toEqual([['20', 'other']]);
  expect(found(changed(2, { digest: 'b'.repeat(64) }))).toEqual([['20', 'other']]);
  expect(found(changed(2, { position: 21n }))).toEqual([['20', 'other']]);
  expect(found(changed(1, { unchanged: false }))).toEqual([['10', 'changed']]);
  expect(found(links.slice(0, 2))).toEqual([['30', 'missing']]);
  expect(found([])).toEqual([
    ['10', 'missing'],
    ['20', 'missing'],
    ['30', 'missing'],
  ]);
});

test('a receipt is checked with the published key', () => {
  const jwk = publicJwk(privateKey);
  expect(jwk).toMatchObject({ kty: 'OKP', crv: 'Ed25519', kid: receipt.key });
  expect(signatureFindings(receipt, publicKeyFrom(JSON.stringify({ keys: [jwk] })))).toEqual([]);
  expect(() => publicKeyFrom('{"keys":[]}')).toThrow();
});
