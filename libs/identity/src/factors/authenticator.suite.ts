import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { codeOf, stepAt } from './totp.codec.ts';

/** An authenticator app: the code for the secret that enrolment returned, `steps` away from now. */
export const appCode = (secret: string, now: Date, steps = 0): string =>
  codeOf(fromBase32(secret), stepAt(now) + steps);

const fromBase32 = (text: string): Buffer => {
  const bits = [...text].map((char) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(char).toString(2).padStart(5, '0'));
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
};

type Ceremony = { readonly origin?: string; readonly rpId?: string; readonly flags?: number; readonly type?: string };
const present = 0x01;
const attestedFlag = 0x40;
const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest();

/**
 * A security key in software: one ES256 key pair with a usage counter. It signs any challenge, even one for another
 * site.
 */
export class SoftwareKey {
  readonly id = randomBytes(32).toString('base64url');
  readonly #pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  counter = 0;

  constructor(private readonly site: string) {}

  /** The result of `navigator.credentials.create()`, as JSON. */
  create(challenge: string, ceremony: Ceremony = {}) {
    const id = Buffer.from(this.id, 'base64url');
    const { x = '', y = '' } = this.#pair.publicKey.export({ format: 'jwk' });
    const key = map([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]);
    const length = Buffer.from([id.length >> 8, id.length & 0xff]);
    const head = this.#head({ flags: present | attestedFlag, ...ceremony });
    const authData = Buffer.concat([head, Buffer.alloc(16), length, id, key]);
    const attestation = map([
      ['fmt', 'none'],
      ['attStmt', map([])],
      ['authData', authData],
    ]);
    const clientDataJSON = this.#clientData(challenge, { type: 'webauthn.create', ...ceremony });
    return this.#credential({
      clientDataJSON: clientDataJSON.toString('base64url'),
      attestationObject: attestation.toString('base64url'),
      transports: ['usb'],
    });
  }

  /** The result of `navigator.credentials.get()`, as JSON. */
  get(challenge: string, ceremony: Ceremony = {}) {
    this.counter++;
    const authData = this.#head(ceremony);
    const clientData = this.#clientData(challenge, { type: 'webauthn.get', ...ceremony });
    const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), this.#pair.privateKey);
    return this.#credential({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: signature.toString('base64url'),
    });
  }

  #credential<T extends object>(response: T) {
    return { id: this.id, rawId: this.id, type: 'public-key' as const, clientExtensionResults: {}, response };
  }

  #head({ rpId = new URL(this.site).hostname, flags = present }: Ceremony): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(rpId), Buffer.of(flags), counter]);
  }

  #clientData(challenge: string, { origin = this.site, type }: Ceremony): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }
}

type Cbor = number | string | Buffer;
/** A CBOR map that is already encoded, inserted into another map unchanged. */
const encodedMaps = new WeakSet<Buffer>();

const map = (entries: readonly (readonly [Cbor, Cbor])[]): Buffer => {
  const encodedMap = Buffer.concat([
    head(5, entries.length),
    ...entries.flatMap(([key, value]) => [item(key), item(value)]),
  ]);
  encodedMaps.add(encodedMap);
  return encodedMap;
};

const item = (value: Cbor): Buffer => {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  return encodedMaps.has(value) ? value : Buffer.concat([head(2, value.length), value]);
};

/** RFC 8949: the kind of an item and its number or length. */
const head = (kind: number, count: number): Buffer => {
  if (count < 24) return Buffer.of((kind << 5) | count);
  if (count < 256) return Buffer.of((kind << 5) | 24, count);
  return Buffer.of((kind << 5) | 25, count >> 8, count & 0xff);
};
