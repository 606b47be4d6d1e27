import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { type Checkpoint, checkpointIn, lineOf } from './checkpoint.ts';

/** Where the checkpoints of a data folder are kept, and the two halves of the key that signs them. */
export const checkpointPaths = (dataFolder: string) => {
  const folder = join(dataFolder, 'audit');
  return {
    folder,
    checkpoints: join(folder, 'checkpoints.jsonl'),
    privateKey: join(folder, 'private-key.pem'),
    publicKey: join(folder, 'public-key.pem'),
  };
};
export type CheckpointPaths = ReturnType<typeof checkpointPaths>;

/** Lines that are no checkpoints come out as undefined. A file that is not there has none. */
export const readCheckpoints = (file: string): readonly (Checkpoint | undefined)[] =>
  wholeLines(read(file) ?? '').map(checkpointIn);

/** The last of them; null for a line that is none, undefined where there are no lines. */
export const newestCheckpoint = (file: string): Checkpoint | null | undefined => {
  const line = wholeLines(endOf(file)).at(-1);
  return line === undefined ? undefined : (checkpointIn(line) ?? null);
};

/** Adds a line and waits until it is on the disk. Half a line, left by a crash, goes first. */
export const appendCheckpoint = (file: string, checkpoint: Checkpoint): void => {
  const descriptor = openSync(file, 'a', 0o600);
  try {
    const torn = Buffer.byteLength(endOf(file).split('\n').at(-1) ?? '');
    ftruncateSync(descriptor, fstatSync(descriptor).size - torn);
    writeSync(descriptor, `${lineOf(checkpoint)}\n`);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
};

/** The private key of this data folder in PEM, made at the first call. Throws where it is gone but checkpoints are not. */
export const keepPrivateKey = (paths: CheckpointPaths): string => {
  const key = read(paths.privateKey) ?? newPrivateKey(paths);
  if (!read(paths.publicKey))
    writeFileSync(paths.publicKey, createPublicKey(key).export({ type: 'spki', format: 'pem' }));
  return key;
};

const newPrivateKey = ({ folder, checkpoints, privateKey }: CheckpointPaths): string => {
  if (newestCheckpoint(checkpoints))
    throw new Error(`${privateKey} is gone, but not what it signed: put it back, or keep ${checkpoints} elsewhere`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' });
  const draft = `${privateKey}.${process.pid}`;
  writeFileSync(draft, pem, { mode: 0o600 });
  // When two processes start at once, the second takes what the first wrote.
  try {
    linkSync(draft, privateKey);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(privateKey, 'utf8');
};

/** Undefined where there is no such file. */
export const read = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

/** The end of a file, longer than any line of it. */
const endOf = (file: string): string => {
  try {
    const descriptor = openSync(file, 'r');
    try {
      const end = Buffer.alloc(Math.min(fstatSync(descriptor).size, 4_096));
      readSync(descriptor, end, 0, end.length, fstatSync(descriptor).size - end.length);
      return end.toString();
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
};

/** What stands after the last line break is still being written, or was cut short. */
const wholeLines = (text: string): readonly string[] => text.split('\n').slice(0, -1);
