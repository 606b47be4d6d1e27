import { Readable } from 'node:stream';
import type { ZipLayout } from './zip-layout.ts';

/** Reads a range of the content of an entry, both ends inclusive. */
type ReadEntry = (entry: number, range: { readonly start: number; readonly end: number }) => Promise<Readable>;

/**
 * The bytes of an archive from `start` to `end`, both inclusive. One file is open at a time; its chunks are passed on.
 */
export const zipStream = (layout: ZipLayout, start: number, end: number, read: ReadEntry): Readable =>
  Readable.from(bytesOf(layout, start, end, read), { objectMode: false });

async function* bytesOf(layout: ZipLayout, start: number, end: number, read: ReadEntry): AsyncGenerator<Buffer> {
  for (const part of layout.parts(start, end)) {
    if ('bytes' in part) yield part.bytes;
    else yield* (await read(part.entry, part)) as AsyncIterable<Buffer>;
  }
}
