import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const cipher = 'aes-256-gcm';
const ivLength = 12;
const tagLength = 16;

/** Encrypts database values with a key that is not in the database. `label` binds a sealed value to its row. */
export class SealedBox {
  readonly #key: Buffer;

  /** `purpose` separates the keys that are derived from one secret. */
  constructor(secret: string, purpose: string) {
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
  }

  seal(content: Uint8Array, label: string): Buffer {
    const iv = randomBytes(ivLength);
    const encrypt = createCipheriv(cipher, this.#key, iv).setAAD(Buffer.from(label));
    const sealedContent = Buffer.concat([encrypt.update(content), encrypt.final()]);
    return Buffer.concat([iv, encrypt.getAuthTag(), sealedContent]);
  }

  /** Throws if the value was sealed with another key or label, or was changed. */
  open(sealed: Buffer, label: string): Buffer {
    const decrypt = createDecipheriv(cipher, this.#key, sealed.subarray(0, ivLength))
      .setAAD(Buffer.from(label))
      .setAuthTag(sealed.subarray(ivLength, ivLength + tagLength));
    return Buffer.concat([decrypt.update(sealed.subarray(ivLength + tagLength)), decrypt.final()]);
  }
}
