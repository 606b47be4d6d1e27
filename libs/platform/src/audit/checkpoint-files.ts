import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { createFile, flushFolder, replaceFile } from '#platform/durable-files';
import { type Checkpoint, fromLine, toLine } from './checkpoint.ts';
import { publicKeyFrom } from './signature.ts';

/** The log and the checkpoints in the data folder contradict each other, or a file cannot be read. */
export class CheckpointRefused extends Error {}

/** Files in the data folder: the checkpoints, and the key pair that signs them. */
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

/** All checkpoints in a file, undefined for a line that is not one; none if the file does not exist. */
export const readCheckpoints = (file: string): readonly (Checkpoint | undefined)[] =>
  completeLines(readFileIfExists(file) ?? '').map(fromLine);

/** The last checkpoint in a file; null if the last line is not one, undefined if there are no lines. */
export const newestCheckpoint = (file: string): Checkpoint | null | undefined => {
  const line = completeLines(endOf(file)).at(-1);
  return line === undefined ? undefined : (fromLine(line) ?? null);
};

/** Adds a line and waits until it is on the disk. An incomplete last line, left by a crash, is removed first. */
export const appendCheckpoint = (file: string, checkpoint: Checkpoint): void => {
  const descriptor = openSync(file, 'a', 0o600);
  try {
    const incompleteBytes = Buffer.byteLength(endOf(file).split('\n').at(-1) ?? '');
    ftruncateSync(descriptor, fstatSync(descriptor).size - incompleteBytes);
    writeSync(descriptor, `${toLine(checkpoint)}\n`);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  flushFolder(dirname(file));
};

/** The private key in PEM, created at the first call. Throws if it is missing although there are checkpoints. */
export const privateKeyOf = (paths: CheckpointPaths): string => {
  const key = readFileIfExists(paths.privateKey) ?? newPrivateKey(paths);
  if (!readFileIfExists(paths.publicKey))
    replaceFile(paths.publicKey, String(createPublicKey(key).export({ type: 'spki', format: 'pem' })), 0o644);
  return key;
};

const newPrivateKey = ({ folder, checkpoints, privateKey }: CheckpointPaths): string => {
  if (newestCheckpoint(checkpoints) !== undefined)
    throw new Error(
      `${privateKey} is missing, but ${checkpoints} was signed with it: restore the key, or move the checkpoints elsewhere`,
    );
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' });
  createFile(privateKey, String(pem));
  return readFileSync(privateKey, 'utf8');
};

/** Undefined if the file does not exist. Throws a {@link CheckpointRefused} if it is not a public key. */
export const publicKeyAt = (file: string): KeyObject | undefined => {
  const pem = readFileIfExists(file);
  try {
    return pem === undefined ? undefined : publicKeyFrom(pem);
  } catch {
    throw new CheckpointRefused(`${file} is not a public key in PEM or JWKS format`);
  }
};

/** The text of a file; undefined if the file does not exist. */
export const readFileIfExists = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

/** The last 4 KiB of a file, more than its longest line; '' if the file does not exist. */
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

/** Text after the last line break is still being written, or was cut off by a crash. */
const completeLines = (text: string): readonly string[] => text.split('\n').slice(0, -1);
