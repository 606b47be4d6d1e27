import { expect, test } from '@jest/globals';
import { WebhookRefused } from './payments-gateway.ts';
import { checkSignature, sign } from './signature.ts';

const body = Buffer.from('{"a":1}');
const now = new Date('2026-01-01T12:00:00.000Z');
const secondsLater = (seconds: number) => new Date(now.getTime() + seconds * 1_000);
const check = (header: string, at = now) => checkSignature('secret', body, header, at);
const refusal = (message: string) => new WebhookRefused(message);

test('the signature is the HMAC-SHA256 of the time, a dot and the body', () => {
  expect(sign('secret', body, now)).toBe(
    't=1767268800,v1=74202c07965d1b2482dfa68a9aada406bf539d8a99a02132b61f15c19ef518da',
  );
});

test('a signature is valid for five minutes before and after its time', () => {
  const header = sign('secret', body, now);
  for (const seconds of [0, 300, -300]) expect(() => check(header, secondsLater(seconds))).not.toThrow();
  for (const seconds of [301, -301])
    expect(() => check(header, secondsLater(seconds))).toThrow(refusal('The signature is too old'));
});

test('one valid signature of several is enough, so that a secret can be replaced', () => {
  const [t, right] = sign('secret', body, now).split(',');
  const [, wrong] = sign('older', body, now).split(',');
  expect(() => check(`${t}, ${wrong}, ${right}`)).not.toThrow();
  expect(() => check(`${t},${wrong}`)).toThrow(refusal('The signature is wrong'));
});

test.each([
  ['of another secret', sign('other', body, now)],
  ['of another body', sign('secret', Buffer.from('{"a":2}'), now)],
  ['with another time', sign('secret', body, now).replace(/t=\d+/, 't=1767268801')],
  ['cut short', sign('secret', body, now).slice(0, -2)],
  ['of an older scheme', sign('secret', body, now).replace('v1=', 'v0=')],
])('a signature %s is wrong', (_, header) => {
  expect(() => check(header)).toThrow(refusal('The signature is wrong'));
});

test.each(['', 'v1=00', 't=,v1=00', 't=x', 't=-1'])(
  'the signature “%s” is refused because it has no time',
  (header) => {
    expect(() => check(header)).toThrow(refusal('The signature has no time'));
  },
);
