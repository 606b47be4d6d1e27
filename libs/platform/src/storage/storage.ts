import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

/** What is stored under a path. `size` in bytes; `etag` changes whenever the bytes do, without quotation marks. */
export type StoredObject = {
  readonly path: string;
  readonly size: number;
  readonly modifiedAt: Date;
  readonly etag: string;
};

/** Bytes `start` to `end`, both inclusive and counted from 0. */
export type ByteRange = { readonly start: number; readonly end: number };

/** What a new object must be: its SHA-256 in lower-case hexadecimal. */
export type Expected = { readonly sha256?: string };

/** What was written. `sha256` in lower-case hexadecimal, `size` in bytes. */
export type WrittenObject = { readonly sha256: string; readonly size: number };

/** No object has this path. */
export class ObjectMissing extends Error {
  constructor(path: string) {
    super(`No object is stored as ${path}`);
  }
}

/** An object with this path exists; objects are never overwritten. */
export class ObjectExists extends Error {
  constructor(path: string) {
    super(`An object is already stored as ${path}`);
  }
}

/** The bytes are not those whose checksum was announced. Nothing was stored. */
export class ChecksumMismatch extends Error {
  constructor(path: string) {
    super(`The content for ${path} does not have the announced SHA-256 checksum`);
  }
}

/**
 * Stores files. Objects are written once and then only read or removed. Paths are those of {@link objectPath}; the
 * first segment is `public` for objects that anyone may read, and `private` for those that need a signed URL.
 */
export abstract class Storage {
  /** Identifies the engine in logs. */
  abstract readonly name: string;

  /**
   * Stores a new object whole or not at all, and returns once it is durable. Throws {@link ObjectExists}, {@link
   * ChecksumMismatch}, and the errors of the content's stream.
   */
  abstract write(path: string, content: Readable | Uint8Array, expected?: Expected): Promise<WrittenObject>;

  /** Size and etag of an object; undefined if the object does not exist. */
  abstract stat(path: string): Promise<StoredObject | undefined>;

  /** The bytes of an object, or of a range of it that lies within its size. Throws {@link ObjectMissing}. */
  abstract read(path: string, range?: ByteRange): Promise<Readable>;

  /** Removes objects. Paths without an object are ignored. */
  abstract remove(paths: readonly string[]): Promise<void>;

  /** All objects in a folder such as `private/6f2c…`, in no particular order. */
  abstract list(folder: string): AsyncIterable<StoredObject>;

  /**
   * All objects there are, in no particular order. Objects that are stored or removed during the listing may be
   * missing.
   */
  abstract all(): AsyncIterable<StoredObject>;

  /**
   * Removes incomplete objects whose writing started before `before`, left by processes that ended while they wrote
   * them. Returns how many there were.
   */
  async removeIncomplete(_before: Date): Promise<number> {
    return 0;
  }

  /** The first `count` bytes of an object, or all of them if it is smaller. Throws {@link ObjectMissing}. */
  async firstBytes(path: string, count: number): Promise<Buffer> {
    const { size } = (await this.stat(path)) ?? {};
    if (size === undefined) throw new ObjectMissing(path);
    const end = Math.min(count, size) - 1;
    return end < 0 ? Buffer.alloc(0) : buffer(await this.read(path, { start: 0, end }));
  }

  /** Removes all objects in a folder. Idempotent. */
  async removeFolder(folder: string): Promise<void> {
    const paths: string[] = [];
    for await (const { path } of this.list(folder)) paths.push(path);
    await this.remove(paths);
  }
}
