import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { checksumOf } from './checksum.ts';
import { type ZipEntry, ZipLayout } from './zip-layout.ts';
import { zipStream } from './zip-stream.ts';

type File = { readonly name: string; readonly content: Buffer };
const modifiedAt = new Date('2026-06-20T14:35:10Z');
const entryOf = ({ name, content }: File): ZipEntry => ({
  name,
  modifiedAt,
  crc32: crc32(content),
  size: content.length,
});

const archiveOf = (files: readonly File[]) => {
  const layout = new ZipLayout(files.map(entryOf));
  const read = async (start: number, end: number) =>
    buffer(
      zipStream(layout, start, end, async (entry, range) =>
        Readable.from([files[entry]?.content.subarray(range.start, range.end + 1) ?? Buffer.alloc(0)]),
      ),
    );
  return { layout, read };
};
const files: readonly File[] = [
  { name: 'Morning/rings.jpg', content: randomBytes(3_000) },
  { name: 'Fête/Tänze 💃.jpg', content: randomBytes(70_000) },
  { name: 'empty.txt', content: Buffer.alloc(0) },
];

/** The entries that the directory at the end of an archive lists, and their content. */
const entriesIn = (zip: Buffer): readonly File[] => {
  const end = zip.lastIndexOf(Buffer.from('504b0506', 'hex'));
  let at = zip.readUInt32LE(end + 16);
  return Array.from({ length: zip.readUInt16LE(end + 10) }, () => {
    const [nameLength, extraLength] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30)];
    const [size, offset] = [zip.readUInt32LE(at + 24), zip.readUInt32LE(at + 42)];
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const start = offset + 30 + zip.readUInt16LE(offset + 26);
    const content = zip.subarray(start, start + size);
    expect([zip.readUInt32LE(at + 16), zip.readUInt32LE(offset + 14)]).toEqual([crc32(content), crc32(content)]);
    at += 46 + nameLength + extraLength;
    return { name, content };
  });
};

test('an archive holds the files with their names and checksums', async () => {
  const { layout, read } = archiveOf(files);
  const zip = await read(0, layout.size - 1);
  expect(zip).toHaveLength(layout.size);
  const found = entriesIn(zip);
  expect(found.map(({ name }) => name)).toEqual(files.map(({ name }) => name));
  for (const [i, { content }] of found.entries()) expect(content.equals(files[i]?.content ?? zip)).toBe(true);
});

test('an archive without files is valid', async () => {
  const { layout, read } = archiveOf([]);
  expect(entriesIn(await read(0, layout.size - 1))).toEqual([]);
});

test('any range of an archive equals the same bytes of the whole archive', async () => {
  const { layout, read } = archiveOf(files);
  const whole = await read(0, layout.size - 1);
  await fc.assert(
    fc.asyncProperty(fc.nat(layout.size - 1), fc.nat(layout.size - 1), async (one, other) => {
      const [start, end] = [Math.min(one, other), Math.max(one, other)];
      return (await read(start, end)).equals(whole.subarray(start, end + 1));
    }),
    { numRuns: 300 },
  );
});

test('a checksum covers all chunks of a stream', async () => {
  const chunks = [randomBytes(100), randomBytes(9_000), Buffer.alloc(0)];
  const whole = Buffer.concat(chunks);
  expect(await checksumOf(Readable.from(chunks))).toEqual({ crc32: crc32(whole), size: 9_100 });
});

describe('an archive of more than 4 GB', () => {
  const size = 1_500_000_000;
  const entries = Array.from({ length: 4 }, (_, i) => ({ name: `${i}.mov`, modifiedAt, crc32: i, size }));
  const layout = new ZipLayout(entries);
  const header = 30 + '0.mov'.length;

  test('uses ZIP64 for the offsets of its files and its directory', async () => {
    const directory = 4 * (size + header);
    const tail = await buffer(zipStream(layout, directory, layout.size - 1, async () => Readable.from([])));
    const last = tail.indexOf('3.mov') - 46;
    expect(tail.readUInt32LE(last + 42)).toBe(0xffffffff);
    expect(tail.readBigUInt64LE(last + 46 + 5 + 4)).toBe(BigInt(3 * (size + header)));
    const zip64 = tail.indexOf(Buffer.from('504b0606', 'hex'));
    expect(tail.readBigUInt64LE(zip64 + 48)).toBe(BigInt(directory));
    expect(tail.readBigUInt64LE(zip64 + 56 + 8)).toBe(BigInt(directory + zip64));
    expect(tail.readUInt32LE(tail.length - 6)).toBe(0xffffffff);
  });

  test('is continued in the middle of a file', () => {
    const start = 2 * (size + header) + header + 1_000;
    expect([...layout.parts(start, start + 9)]).toEqual([{ entry: 2, start: 1_000, end: 1_009 }]);
  });
});

const unzip = (() => {
  try {
    execFileSync('unzip', ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();
(unzip ? test : test.skip)('unzip finds no error in an archive (skipped if unzip is not installed)', async () => {
  const { layout, read } = archiveOf(files);
  const folder = mkdtempSync(join(tmpdir(), 'festoon-zip-'));
  const file = join(folder, 'a.zip');
  writeFileSync(file, await read(0, layout.size - 1));
  expect(execFileSync('unzip', ['-t', file], { encoding: 'utf8' })).toContain('No errors detected');
  rmSync(folder, { recursive: true });
});
