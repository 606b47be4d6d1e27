import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';

/** What an archive needs to know about a file before it is written. `size` in bytes. */
export type Checksum = { readonly crc32: number; readonly size: number };

/** Reads a stream to its end. */
export const checksumOf = async (content: Readable): Promise<Checksum> => {
  let [checksum, size] = [0, 0];
  for await (const chunk of content as AsyncIterable<Buffer>) {
    checksum = crc32(chunk, checksum);
    size += chunk.length;
  }
  return { crc32: checksum, size };
};
