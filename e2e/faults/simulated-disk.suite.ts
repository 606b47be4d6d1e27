import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The size of the disk in bytes. Its file is sparse, so only what was written takes space. */
const size = 2 ** 31;
/** `commit=300`: ext4 writes what was not synced only every 300 seconds, so that a power failure loses all of it. */
const mountOptions = 'loop,commit=300';

/**
 * A disk in a file, with a file system of its own. What the file system has not written to that file yet is in memory
 * only, so a copy of the file is what remains after a power failure. Linux only; requires the rights to mount.
 */
export class SimulatedDisk {
  readonly #root = mkdtempSync(join(tmpdir(), 'festoon-disk-'));
  readonly #image = join(this.#root, 'disk.img');
  readonly #copy = join(this.#root, 'copy.img');
  /** Where the disk is mounted. */
  readonly folder = mkdtempSync(join(tmpdir(), 'festoon-mounted-'));

  static isPossible(): boolean {
    const isRoot = process.getuid?.() === 0;
    return isRoot && spawnSync('mkfs.ext4', ['-V']).status === 0 && spawnSync('losetup', ['--find']).status === 0;
  }

  constructor() {
    writeFileSync(this.#image, '');
    truncateSync(this.#image, size);
    execFileSync('mkfs.ext4', ['-q', this.#image]);
    this.#mount();
  }

  /** Copies what has reached the disk. Nothing may write to it meanwhile. */
  copyWrittenState(): void {
    execFileSync('cp', ['--sparse=always', this.#image, this.#copy]);
  }

  /** Continues with the copied state, as after a power failure. Processes that have open files keep the old state. */
  returnToCopy(): void {
    this.#unmount();
    renameSync(this.#copy, this.#image);
    this.#mount();
  }

  remove(): void {
    this.#unmount();
    rmSync(this.folder, { recursive: true });
    rmSync(this.#root, { recursive: true });
  }

  #mount(): void {
    execFileSync('mount', ['-o', mountOptions, this.#image, this.folder]);
  }

  #unmount(): void {
    execFileSync('umount', ['--lazy', this.folder]);
  }
}
