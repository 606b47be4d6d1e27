import { randomUUID } from 'node:crypto';
import { createWriteStream, type Dirent } from 'node:fs';
import { link, mkdir, open, readdir, rm, stat, unlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Hashing } from './hashing.ts';
import { objectFolder, objectPath, visibilities } from './object-path.ts';
import {
  type ByteRange,
  type Expected,
  ObjectExists,
  ObjectMissing,
  Storage,
  type StoredObject,
  type WrittenObject,
} from './storage.ts';

/** The folder of incomplete files. The name cannot be the first segment of an object's path. */
const incompleteFolder = '.incomplete';
const fileMode = 0o600;
const folderMode = 0o700;

/** Stores each object as a file in a folder that only the product's user can read. */
export class DiskStorage extends Storage {
  override readonly name = 'disk';

  constructor(private readonly folder: string) {
    super();
  }

  override async write(path: string, content: Readable | Uint8Array, expected: Expected = {}): Promise<WrittenObject> {
    const file = this.#fileOf(path);
    // An error before the pipeline begins to listen would end the process; the pipeline reports it.
    if (content instanceof Readable) content.on('error', () => undefined);
    const draft = join(this.folder, incompleteFolder, randomUUID());
    await mkdir(dirname(draft), { recursive: true, mode: folderMode });
    try {
      const hashing = new Hashing(path, expected);
      const source = content instanceof Readable ? content : Readable.from([content]);
      // `flush` writes the bytes to the disk before the file is closed.
      await pipeline(source, hashing, createWriteStream(draft, { flags: 'wx', mode: fileMode, flush: true }));
      await mkdir(dirname(file), { recursive: true, mode: folderMode });
      // Unlike a rename, a link never replaces an existing file.
      await link(draft, file);
      await flushFolder(dirname(file));
      return hashing.written;
    } catch (error) {
      throw codeOf(error) === 'EEXIST' ? new ObjectExists(path) : error;
    } finally {
      await rm(draft, { force: true });
    }
  }

  override async stat(path: string): Promise<StoredObject | undefined> {
    try {
      return await this.#describe(path, this.#fileOf(path));
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  override async read(path: string, range?: ByteRange): Promise<Readable> {
    try {
      const handle = await open(this.#fileOf(path));
      return handle.createReadStream({ ...range, highWaterMark: 262_144 });
    } catch (error) {
      throw isMissing(error) ? new ObjectMissing(path) : error;
    }
  }

  override async remove(paths: readonly string[]): Promise<void> {
    for (const path of paths)
      await unlink(this.#fileOf(path)).catch((error: unknown) => {
        if (!isMissing(error)) throw error;
      });
  }

  override async *list(folder: string): AsyncIterable<StoredObject> {
    for (const entry of await this.#entriesOf(objectFolder.parse(folder))) {
      if (!entry.isFile()) continue;
      const path = relative(this.folder, join(entry.parentPath, entry.name));
      // An operator's file system may add files of its own, such as .DS_Store.
      const found = objectPath.safeParse(path).success ? await this.stat(path) : undefined;
      if (found) yield found;
    }
  }

  override async *all(): AsyncIterable<StoredObject> {
    for (const visibility of visibilities)
      for (const entry of await this.#childrenOf(visibility))
        if (objectFolder.safeParse(`${visibility}/${entry.name}`).success)
          yield* this.list(`${visibility}/${entry.name}`);
  }

  override async removeIncomplete(before: Date): Promise<number> {
    let count = 0;
    for (const entry of await this.#childrenOf(incompleteFolder)) {
      const file = join(this.folder, incompleteFolder, entry.name);
      if (!entry.isFile()) continue;
      try {
        if ((await stat(file)).mtime >= before) continue;
        await unlink(file);
        count += 1;
      } catch (error) {
        // A write that ends at this moment removes its file itself.
        if (!isMissing(error)) throw error;
      }
    }
    return count;
  }

  async #childrenOf(folder: string): Promise<readonly Dirent[]> {
    try {
      return await readdir(join(this.folder, folder), { withFileTypes: true });
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  }

  async #entriesOf(folder: string): Promise<readonly Dirent[]> {
    try {
      return await readdir(join(this.folder, folder), { recursive: true, withFileTypes: true });
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  }

  async #describe(path: string, file: string): Promise<StoredObject> {
    const { size, mtimeMs, mtime } = await stat(file);
    return { path, size, modifiedAt: mtime, etag: `${size.toString(16)}-${Math.floor(mtimeMs).toString(16)}` };
  }

  #fileOf(path: string): string {
    return join(this.folder, objectPath.parse(path));
  }
}

/** A new file survives a power failure only once its folder is on the disk too. */
const flushFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

const codeOf = (error: unknown): unknown => (error as NodeJS.ErrnoException).code;
const isMissing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(String(codeOf(error)));
