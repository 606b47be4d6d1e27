import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { z } from 'zod';

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

/** From PEM, or from a JSON Web Key Set with one key, as this site publishes it. */
export const publicKeyFrom = (text: string): KeyObject => {
  if (!text.trimStart().startsWith('{')) return createPublicKey(text);
  const [key] = receiptKeys.parse(JSON.parse(text)).keys;
  return createPublicKey({ key: { kty: key.kty, crv: key.crv, x: key.x }, format: 'jwk' });
};

/** A public key as in RFC 8037. `kid` is the fingerprint that receipts name as their `key`. */
const receiptKey = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string(),
  kid: z.string(),
  alg: z.literal('EdDSA'),
  use: z.literal('sig'),
});
export type ReceiptKey = z.infer<typeof receiptKey>;

/** `GET /api/v1/receipts/jwks.json` */
export const receiptKeys = z.object({ keys: z.tuple([receiptKey]) });
export type ReceiptKeys = z.infer<typeof receiptKeys>;

export const publicJwk = (privateKey: KeyObject): ReceiptKey => {
  const key = createPublicKey(privateKey);
  const { x = '' } = key.export({ format: 'jwk' });
  return { kty: 'OKP', crv: 'Ed25519', x, kid: fingerprint(key), alg: 'EdDSA', use: 'sig' };
};

export const fingerprint = (publicKey: KeyObject): string =>
  createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64url');
