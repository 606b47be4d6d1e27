import type { Stats } from 'node:fs';
import { chmod, chown, constants, copyFile, lstat, mkdir, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** How much was copied; `bytes` is the size of the files. */
export type Copied = { readonly files: number; readonly bytes: number };

/**
 * Copies a folder to a new place, with the rights of its files and, for root, their owners. All copies are on the disk
 * when it returns. Files may change or vanish meanwhile: a vanished one is left out. `includes` gets paths relative to
 * `source`; a folder that it leaves out is left out with its contents. Throws errors of the file system, such as
 * `EEXIST` if something is in the new place.
 */
export const copyFolder = async (
  source: string,
  target: string,
  includes: (path: string) => boolean = () => true,
): Promise<Copied> => {
  const copyInto = async (folder: string, original: Stats): Promise<Copied> => {
    await mkdir(join(target, folder));
    let copied: Copied = { files: 0, bytes: 0 };
    for (const name of await readdir(join(source, folder))) {
      const path = join(folder, name);
      const found = includes(path) ? await unlessVanished(lstat(join(source, path))) : undefined;
      if (found?.isDirectory()) copied = sum(copied, await copyInto(path, found));
      if (found?.isFile()) copied = sum(copied, await copyOne(join(source, path), join(target, path), found));
    }
    await finish(join(target, folder), original);
    return copied;
  };
  return copyInto('', await lstat(source));
};

const sum = (one: Copied, other: Copied): Copied => ({
  files: one.files + other.files,
  bytes: one.bytes + other.bytes,
});

const copyOne = async (source: string, target: string, original: Stats): Promise<Copied> => {
  const done = copyFile(source, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE).then(() => true);
  if (!(await unlessVanished(done))) return { files: 0, bytes: 0 };
  await finish(target, original);
  return { files: 1, bytes: original.size };
};

const unlessVanished = <T>(result: Promise<T>): Promise<T | undefined> =>
  result.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });

/** Gives a copy the rights and owner of its original, and waits until it is on the disk. */
const finish = async (copy: string, { mode, uid, gid }: Stats): Promise<void> => {
  if (process.getuid?.() === 0) await chown(copy, uid, gid);
  await chmod(copy, mode & 0o7777);
  const handle = await open(copy, 'r');
  await handle.sync().finally(() => handle.close());
};
