import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { box, mp4, pictureBytes, placedAvi, placedMp4, recordedPlace } from './video.suite.ts';
import { readVideo, VideoRefused } from './video.ts';
import { metadataIn, replacementStream } from './video-metadata.ts';

const readerOf = (content: Buffer) => async (start: number, length: number) => content.subarray(start, start + length);
const factsOf = (content: Buffer) => readVideo(readerOf(content), content.length);
/** The file after it was passed on in pieces of this many bytes. */
const withoutMetadata = async (content: Buffer, pieceLength = 65_536): Promise<Buffer> => {
  const found = await metadataIn(readerOf(content), content.length);
  const pieces = Array.from({ length: Math.ceil(content.length / pieceLength) }, (_, i) =>
    content.subarray(i * pieceLength, (i + 1) * pieceLength),
  );
  return buffer(Readable.from(pieces).pipe(replacementStream(found)));
};
const timesIn = (content: Buffer, text: string): number => content.toString('latin1').split(text).length - 1;

test.each([
  ['an MP4', placedMp4(), 9],
  ['an MP4 with positions of one size', placedMp4({ sizes: false }), 9],
  ['an MP4 with 64-bit places', placedMp4({ long: true }), 9],
  ['an AVI', placedAvi(), 2],
])('%s is the same video without the place, byte for byte in its place', async (_, content, places) => {
  expect(timesIn(content, recordedPlace)).toBe(places);
  const copy = await withoutMetadata(content);
  expect(timesIn(copy, recordedPlace.slice(1, 5))).toBe(0);
  expect(copy.length).toBe(content.length);
  expect(await factsOf(copy)).toEqual(await factsOf(content));
  expect(timesIn(copy, pictureBytes)).toBe(timesIn(content, pictureBytes));
  // Nothing is left to remove.
  expect((await withoutMetadata(copy)).equals(copy)).toBe(true);
});

test('dates are removed, and picture and sound stay in the index', async () => {
  const copy = await withoutMetadata(placedMp4());
  expect(timesIn(placedMp4(), 'date')).toBe(2);
  expect(timesIn(copy, 'date')).toBe(0);
  expect([timesIn(copy, 'trak'), timesIn(copy, 'vide'), timesIn(copy, 'soun'), timesIn(copy, 'meta')]).toEqual([
    2, 1, 1, 0,
  ]);
});

test('a video without metadata stays as it is', async () => {
  const content = mp4();
  expect((await withoutMetadata(content)).equals(content)).toBe(true);
});

test('the result does not depend on the pieces in which a file arrives', async () => {
  const content = placedMp4();
  const whole = await withoutMetadata(content);
  for (const length of [1, 2, 3, 7, 64, 1_000])
    expect((await withoutMetadata(content, length)).equals(whole)).toBe(true);
});

test('a track with more chunks than any recording has is refused', async () => {
  const table = Buffer.alloc(8);
  table.writeUInt32BE(0xffff_ffff, 4);
  const tables = box('stbl', box('stco', table), box('stsc', Buffer.alloc(20)), box('stsz', Buffer.alloc(12)));
  const track = box('trak', box('mdia', box('minf', tables)));
  await expect(withoutMetadata(Buffer.concat([box('moov', track), box('mdat')]))).rejects.toThrow(VideoRefused);
});

test('a file with any bytes changed keeps its size, or is refused', async () => {
  const content = placedMp4();
  const change = fc.tuple(fc.nat(content.length - 1), fc.nat(255));
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
      const changed = Buffer.from(content);
      for (const [at, value] of changes) changed[at] = value;
      const copy = await withoutMetadata(changed).catch((error: unknown) => error);
      expect(copy instanceof VideoRefused || (copy as Buffer).length === content.length).toBe(true);
    }),
    { numRuns: 200 },
  );
});
