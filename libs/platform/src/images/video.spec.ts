import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { avi, box, mp4 } from './video.suite.ts';
import { readVideo, VideoRefused } from './video.ts';

const readFile = (content: Buffer) =>
  readVideo(async (start, length) => content.subarray(start, start + length), content.length);

describe('a video', () => {
  test('in MP4 gives its duration and size', async () =>
    expect(await readFile(mp4())).toEqual({ width: 1_920, height: 1_080, durationMs: 62_500 }));

  test('of a phone that was turned is upright', async () =>
    expect(await readFile(mp4({ turned: true }))).toMatchObject({ width: 1_080, height: 1_920 }));

  test('whose index follows its content is read, and so is one whose content has a 64-bit length', async () => {
    const [start, index] = [mp4().subarray(0, 24), mp4().subarray(24, -72)];
    const header = Buffer.from('00000001 6d646174 0000000000000050'.replaceAll(' ', ''), 'hex');
    const long = Buffer.concat([header, Buffer.alloc(64)]);
    expect(await readFile(Buffer.concat([start, long, index]))).toMatchObject({ width: 1_920 });
  });

  test('in MOV without a type is read', async () =>
    expect(await readFile(Buffer.concat([box('wide'), mp4().subarray(24)]))).toMatchObject({ width: 1_920 }));

  test('without a duration in its header is accepted, with an unknown duration', async () =>
    expect((await readFile(mp4({ durationMs: 0 }))).durationMs).toBeNull());

  test.each([
    ['a duration of 64 bits', 62_500_000n, 62_500],
    ['a duration that would be the largest one of 32 bits', 0xffff_ffffn, 4_294_967],
    ['the largest number of 64 bits, which means that the duration is unknown', 0xffff_ffff_ffff_ffffn, null],
    ['no duration', 0n, null],
  ])('with a long header and %s is read', async (_, longDuration, durationMs) =>
    expect((await readFile(mp4({ longDuration }))).durationMs).toBe(durationMs),
  );

  test('in AVI gives its duration and size', async () =>
    expect(await readFile(avi())).toEqual({ width: 640, height: 480, durationMs: 10_000 }));
});

const cutOff = (content: Buffer, length: number) => content.subarray(0, length);
const withBytesChanged = (content: Buffer, at: number, hex: string): Buffer => {
  const copy = Buffer.from(content);
  copy.write(hex, at, 'hex');
  return copy;
};
const nestedBoxes = (depth: number): Buffer => (depth === 0 ? Buffer.alloc(0) : box('moov', nestedBoxes(depth - 1)));

describe('a file is refused', () => {
  const hostile: readonly (readonly [string, Buffer, RegExp])[] = [
    ['that is empty', Buffer.alloc(0), /empty/],
    ['of one byte', Buffer.from([0]), /not a video/],
    ['of random bytes', Buffer.concat([Buffer.from('ffff', 'hex'), randomBytes(5_000)]), /not a video/],
    ['of text', Buffer.from('hello, this is not a video'), /not a video/],
    ['of HTML', Buffer.from('<!doctype html><script>alert(1)</script>'), /not a video/],
    ['of SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), /not a video/],
    ['of a playlist', Buffer.from('#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\nfile:///etc/passwd\n'), /not a video/],
    ['of a program', Buffer.from('7f454c4602010100000000000000000003003e00', 'hex'), /not a video/],
    ['of a zip archive', Buffer.from('504b0304140000000800000000000000000000', 'hex'), /not a video/],
    ['of PDF', Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj'), /not a video/],
    ['of Matroska', Buffer.from('1a45dfa3934282886d6174726f736b61', 'hex'), /not a video/],
    ['of a JPEG', Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'), /not a video/],
    ['of sound in RIFF', Buffer.from('RIFF\x24\0\0\0WAVEfmt \x10\0\0\0', 'latin1'), /not a video/],
    ['of HEIF, which begins like MP4', box('ftyp', Buffer.from('heic\0\0\0\0mif1heic')), /damaged/],
    ['with only a type', cutOff(mp4(), 24), /damaged/],
    ['that was cut off in its index', cutOff(mp4(), 100), /damaged/],
    ['that was cut off in its content', cutOff(mp4(), mp4().length - 30), /damaged/],
    ['without content', cutOff(mp4(), mp4().length - 72), /damaged/],
    ['without an index', Buffer.concat([cutOff(mp4(), 24), box('mdat', Buffer.alloc(9))]), /damaged/],
    ['with an empty index', Buffer.concat([box('ftyp'), box('moov'), box('mdat')]), /damaged/],
    ['with sound only', mp4({ track: 'soun' }), /no video track/],
    ['with a box of length 4', withBytesChanged(mp4(), 24, '00000004'), /damaged/],
    ['with a box of 4 GB', withBytesChanged(mp4(), 24, 'ffffffff'), /damaged/],
    [
      'with a box of 2^64 bytes',
      withBytesChanged(withBytesChanged(mp4(), 24, '00000001'), 32, 'ffffffffffffffff'),
      /damaged/,
    ],
    ['with an inner box that is too long', withBytesChanged(mp4(), 32, '7fffffff'), /damaged/],
    ['with an inner box of length 0', withBytesChanged(mp4(), 32, '00000001'), /damaged/],
    ['with a size of 0', mp4({ width: 0 }), /damaged/],
    ['of 60,000 pixels', mp4({ width: 60_000 }), /too large/],
    ['of 40 days', mp4({ durationMs: 3_456_000_000 }), /longer than 24 hours/],
    [
      'with many tiny boxes',
      Buffer.concat([box('ftyp'), ...Array.from({ length: 20_000 }, () => box('free'))]),
      /dama/,
    ],
    ['with boxes in boxes', Buffer.concat([box('ftyp'), nestedBoxes(3_000), box('mdat')]), /damaged/],
    ['of AVI that was cut off in its headers', cutOff(avi(), 60), /damaged/],
    ['of AVI that was cut off', cutOff(avi(), avi().length - 20), /damaged/],
    ['of AVI without headers', withBytesChanged(avi(), 20, '00000000'), /damaged/],
    ['of AVI without content', withBytesChanged(avi(), avi().length - 68, '00000000'), /damaged/],
    ['of AVI of size 0', avi({ width: 0 }), /damaged/],
    ['of AVI with an edge of 2^31', avi({ width: 2 ** 31 }), /too large/],
  ];

  test.each(hostile)('%s', async (_, content, message) => {
    const attempt = readFile(content);
    await expect(attempt).rejects.toThrow(VideoRefused);
    await expect(attempt).rejects.toThrow(message);
  });

  test('whatever its bytes are, with an explanation and without delay', () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom(mp4(), avi()),
        fc.array(fc.tuple(fc.nat(400), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 12 }),
        fc.nat(600),
        async (content, changes, length) => {
          const copy = Buffer.from(content);
          for (const [at, value] of changes) copy[at % copy.length] = value;
          const outcome = await readFile(cutOff(copy, length)).catch((error: unknown) => error);
          return outcome instanceof VideoRefused || typeof (outcome as { width: number }).width === 'number';
        },
      ),
      { numRuns: 2_000 },
    ));
});
