import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  avi,
  aviChunk,
  box,
  mp4,
  pictureBytes,
  placedAvi,
  placedMp4,
  sampleTables,
  type TestVideo,
} from './video.suite.ts';
import { VideoRefused } from './video.ts';
import { requirePictures } from './video-samples.ts';

const check = (content: Buffer) =>
  requirePictures(async (start, length) => content.subarray(start, start + length), content.length);
const zeros = Buffer.alloc(64);
const withTables = (tables: NonNullable<TestVideo['tables']>) => mp4({ tables });
/** The sizes of samples in as few bits as they need. */
const compact = (sizes: string) => (start: number) => {
  const [runs, , chunks] = partsOf(sampleTables([], [start], 4));
  return box('stbl', runs, box('stz2', Buffer.from(sizes, 'hex')), chunks);
};
const partsOf = (tables: Buffer): readonly [Buffer, Buffer, Buffer] => [
  tables.subarray(8, 36),
  tables.subarray(36, -20),
  tables.subarray(-20),
];
/** A recording in fragments, whose index is empty. */
const fragmented = (...fragments: readonly Buffer[]) =>
  Buffer.concat([mp4({ tables: () => sampleTables([], [], 1) }).subarray(0, -72), ...fragments]);
const fragment = (content: Buffer) => Buffer.concat([box('moof'), box('mdat', content)]);
const sound = aviChunk('01wb', Buffer.alloc(40, 7));
const emptyPicture = aviChunk('00dc');

test.each([
  ['an MP4', mp4()],
  ['a MOV with a track of positions', placedMp4()],
  [
    'an MP4 whose first picture is in its last chunk',
    mp4({ content: Buffer.concat([zeros.subarray(32), Buffer.alloc(32, 1)]) }),
  ],
  [
    'an MP4 with sizes of 16 bits',
    withTables(compact('00000000 00000010 00000004 0010 0010 0010 0010'.replaceAll(' ', ''))),
  ],
  ['an MP4 with sizes of 8 bits', withTables(compact('00000000 00000008 00000004 10101010'.replaceAll(' ', '')))],
  ['an MP4 with sizes of 4 bits', withTables(compact('00000000 00000004 00000004 ffff'.replaceAll(' ', '')))],
  ['an MP4 in fragments', fragmented(fragment(Buffer.alloc(90)), fragment(Buffer.from(pictureBytes)))],
  ['an AVI', avi()],
  ['an AVI with metadata', placedAvi()],
  [
    'an AVI that begins with sound and an empty picture',
    avi({ content: Buffer.concat([sound, emptyPicture, aviChunk('00db', Buffer.alloc(9))]) }),
  ],
  [
    'an AVI with lists in its content',
    avi({ content: aviChunk('LIST', Buffer.from('rec '), sound, aviChunk('00dc', Buffer.alloc(8))) }),
  ],
])('%s has pictures', async (_, content) => {
  await check(content);
});

test.each([
  ['an MP4 of zeros', mp4({ content: zeros })],
  ['an MP4 without tables', withTables(() => box('dinf'))],
  ['an MP4 with empty tables', withTables(() => sampleTables([], [], 1))],
  ['an MP4 with samples of no size', withTables((start) => sampleTables([0, 0], [start, start], 1))],
  ['an MP4 whose samples end behind the file', withTables((start) => sampleTables([65], [start], 1))],
  ['an MP4 whose samples begin behind the file', withTables((start) => sampleTables([1, 1], [start, 0x7fff_ffff], 1))],
  [
    'an MP4 whose tables are too short for their number',
    withTables((start) =>
      box(
        'stbl',
        partsOf(sampleTables([16], [start], 1))[0],
        box('stsz', Buffer.alloc(12)),
        box('stco', Buffer.alloc(8, 1)),
      ),
    ),
  ],
  ['an MP4 with fragments of zeros', fragmented(fragment(zeros), fragment(zeros))],
  ['an MP4 without the fragments that it announces', fragmented(box('mdat', Buffer.alloc(64, 1)))],
  ['an AVI of zeros', avi({ content: zeros })],
  ['an AVI with sound only', avi({ content: sound })],
  ['an AVI with empty pictures only', avi({ content: Buffer.concat([emptyPicture, emptyPicture]) })],
  [
    'an AVI with 20,000 lists',
    avi({ content: Buffer.concat(Array.from({ length: 20_000 }, () => aviChunk('LIST', Buffer.from('rec ')))) }),
  ],
])('%s is refused as damaged', async (_, content) => {
  await expect(check(content)).rejects.toThrow('This video is damaged or incomplete.');
});

test('whatever its bytes are, a video is accepted or refused', () =>
  fc.assert(
    fc.asyncProperty(
      fc.constantFrom(mp4(), placedMp4(), avi(), withTables(compact('000000000000000400000004ffff'))),
      fc.array(fc.tuple(fc.nat(700), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 12 }),
      async (content, changes) => {
        const copy = Buffer.from(content);
        for (const [at, value] of changes) copy[at % copy.length] = value;
        const outcome = await check(copy).catch((error: unknown) => error);
        return outcome === undefined || outcome instanceof VideoRefused;
      },
    ),
    { numRuns: 2_000 },
  ));
