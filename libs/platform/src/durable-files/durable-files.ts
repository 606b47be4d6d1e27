// Small files, such as keys, that a power failure can neither lose nor leave empty once a function has returned.
import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const ownerOnly = 0o600;

/**
 * Creates a file that only its owner can read, complete or not at all. A file that exists is left as it is: when two
 * processes start at once, both use what the first one wrote. Throws errors of the file system.
 */
export const createFile = (file: string, text: string): void => {
  const draft = writeDraft(file, text, ownerOnly);
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  flushFolder(dirname(file));
};

/**
 * Creates or replaces a file, completely or not at all. Only its owner can read it, unless another mode is given. Throws
 * like {@link createFile}.
 */
export const replaceFile = (file: string, text: string, mode = ownerOnly): void => {
  renameSync(writeDraft(file, text, mode), file);
  flushFolder(dirname(file));
};

const writeDraft = (file: string, text: string, mode: number): string => {
  // Processes in different containers can have the same id, so the name is random.
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, text, { mode, flag: 'wx', flush: true });
  return draft;
};

/** Waits until the names of the files in a folder are on the disk. */
export const flushFolder = (folder: string): void => {
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
};
