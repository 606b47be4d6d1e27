import { createHash } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import { ChecksumMismatch, type Expected, type WrittenObject } from './storage.ts';

/** Passes bytes through, and fails at the end with a {@link ChecksumMismatch} if they are not the expected ones. */
export class Hashing extends Transform {
  readonly #hash = createHash('sha256');
  #size = 0;
  #written: WrittenObject | undefined;

  constructor(
    private readonly path: string,
    private readonly expected: Expected,
  ) {
    super();
  }

  /** The checksum and size. Throws before the stream has ended. */
  get written(): WrittenObject {
    if (!this.#written) throw new Error(`${this.path} is still being written`);
    return this.#written;
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    this.#hash.update(chunk);
    this.#size += chunk.length;
    done(null, chunk);
  }

  override _flush(done: TransformCallback): void {
    const sha256 = this.#hash.digest('hex');
    this.#written = { sha256, size: this.#size };
    const { expected } = this;
    done(expected.sha256 === undefined || expected.sha256 === sha256 ? null : new ChecksumMismatch(this.path));
  }
}
