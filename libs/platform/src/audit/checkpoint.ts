import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { z } from 'zod';

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
 * What the log was at an instant. `hash` is over the checkpoint before (`previous`, null for the first) and the hashes of
 * all events after it, through `position`; `key` tells whose signature it is.
 */
export type Checkpoint = Readonly<Omit<z.infer<typeof shape>, 'position'>> & { readonly position: bigint };
export type Sealed = Omit<Checkpoint, 'key' | 'signature'>;

export const signed = (sealed: Sealed, privateKey: KeyObject): Checkpoint => ({
  ...sealed,
  key: fingerprint(createPublicKey(privateKey)),
  signature: sign(null, told(sealed), privateKey).toString('base64url'),
});

/** Whether the checkpoint is as it was signed, by this very key. */
export const isGenuine = (checkpoint: Checkpoint, publicKey: KeyObject): boolean =>
  checkpoint.key === fingerprint(publicKey) &&
  verify(null, told(checkpoint), publicKey, Buffer.from(checkpoint.signature, 'base64url'));

/** One line of JSON, without its end. */
export const lineOf = ({ position, at, previous, hash, key, signature }: Checkpoint): string =>
  JSON.stringify({ position: String(position), at, previous, hash, key, signature });

/** Undefined for a line that is no checkpoint. */
export const checkpointIn = (line: string): Checkpoint | undefined => {
  try {
    const { position, ...rest } = shape.parse(JSON.parse(line));
    return { ...rest, position: BigInt(position) };
  } catch {
    return undefined;
  }
};

/** Takes the hashes of events in their order and gives the hash of a checkpoint. */
export const checkpointHash = (previous: string | null) => {
  const hash = createHash('sha256').update(previous ?? '', 'hex');
  return {
    add: (eventHash: string): void => void hash.update(eventHash, 'hex'),
    digest: (): string => hash.digest('hex'),
  };
};

export const privateKeyIn = (pem: string): KeyObject => createPrivateKey(pem);
export const publicKeyIn = (pem: string): KeyObject => createPublicKey(pem);

const told = ({ position, at, previous, hash }: Sealed): Buffer =>
  Buffer.from(JSON.stringify([String(position), at, previous, hash]));

const fingerprint = (publicKey: KeyObject): string =>
  createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64url');
