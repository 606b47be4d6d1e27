import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const gigabyte = 2 ** 30;

/**
 * Where tests put databases and data folders: memory, where the system offers enough of it as a folder, because each of
 * them is hundreds of small files that would be flushed to a disk.
 */
export const fastFolder = (): string => {
  const memory = '/dev/shm';
  try {
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize >= 3 * gigabyte && process.availableMemory() >= 8 * gigabyte) return memory;
  } catch {
    // This system has no such folder.
  }
  return tmpdir();
};
