import { expect, test } from '@jest/globals';
import { afterVideoError } from './viewer-video-errors.ts';

const [aborted, network, decode, sourceNotSupported] = [1, 2, 3, 4];
const opened = { loaded: false, renewed: false };
const loaded = { loaded: true, renewed: false };

test('after a lost connection or an expired URL the URL of a video is requested once more', () => {
  expect(afterVideoError(network, opened)).toBe('renew');
  expect(afterVideoError(network, loaded)).toBe('renew');
  expect(afterVideoError(sourceNotSupported, loaded)).toBe('renew');
  for (const code of [network, sourceNotSupported])
    expect(afterVideoError(code, { loaded: true, renewed: true })).toBe('unavailable');
});

test('a video that the browser does not support is not requested again', () => {
  expect(afterVideoError(sourceNotSupported, opened)).toBe('unplayable');
  for (const code of [aborted, decode, undefined]) expect(afterVideoError(code, loaded)).toBe('unplayable');
});
