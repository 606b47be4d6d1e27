import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

/** `key` is the fingerprint of the key that signed. */
export type Signature = { readonly key: string; readonly signature: string };

export const signatureOf = (bytes: Buffer, privateKey: KeyObject): Signature => ({
  key: fingerprint(createPublicKey(privateKey)),
  signature: sign(null, bytes, privateKey).toString('base64url'),
});

/** Whether these bytes are unchanged since they were signed with this key. */
export const isSigned = (bytes: Buffer, { key, signature }: Signature, publicKey: KeyObject): boolean =>
  key === fingerprint(publicKey) && verify(null, bytes, publicKey, Buffer.from(signature, 'base64url'));

export const privateKeyFrom = (pem: string): KeyObject => createPrivateKey(pem);
export const publicKeyFrom = (pem: string): KeyObject => createPublicKey(pem);

export const fingerprint = (publicKey: KeyObject): string =>
  createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64url');
