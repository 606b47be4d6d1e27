import { createHash, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { isSigned, signatureOf } from './signature.ts';

const hex = z.string().regex(/^[0-9a-f]{64}$/);
const shape = z.object({
  position: z.string().regex(/^[1-9]\d*$/),
  at: z.iso.datetime(),
  previous: hex.nullable(),
  hash: hex,
  key: z.string(),
  signature: z.string(),
});

/**
 * A signed statement of what the log was at an instant. `hash` covers the previous checkpoint's hash (`previous`, null
 * for the first) and the hashes of all events after it, through `position`; `key` is the fingerprint of the key that
 * signed.
 */
export type Checkpoint = Readonly<Omit<z.infer<typeof shape>, 'position'>> & { readonly position: bigint };
type Statement = Omit<Checkpoint, 'key' | 'signature'>;

export const sign = (statement: Statement, privateKey: KeyObject): Checkpoint => ({
  ...statement,
  ...signatureOf(signedBytes(statement), privateKey),
});

/** Whether the checkpoint is unchanged since it was signed with this key. */
export const isGenuine = (checkpoint: Checkpoint, publicKey: KeyObject): boolean =>
  isSigned(signedBytes(checkpoint), checkpoint, publicKey);

/** One line of JSON, without the line break. */
export const toLine = ({ position, at, previous, hash, key, signature }: Checkpoint): string =>
  JSON.stringify({ position: String(position), at, previous, hash, key, signature });

/** Undefined if the line is not a checkpoint. */
export const fromLine = (line: string): Checkpoint | undefined => {
  try {
    const { position, ...rest } = shape.parse(JSON.parse(line));
    return { ...rest, position: BigInt(position) };
  } catch {
    return undefined;
  }
};

/** Computes the hash of a checkpoint from the hashes of its events, added in order. */
export const checkpointHash = (previous: string | null) => {
  const hash = createHash('sha256').update(previous ?? '', 'hex');
  return {
    add: (eventHash: string): void => void hash.update(eventHash, 'hex'),
    digest: (): string => hash.digest('hex'),
  };
};

const signedBytes = ({ position, at, previous, hash }: Statement): Buffer =>
  Buffer.from(JSON.stringify([String(position), at, previous, hash]));
