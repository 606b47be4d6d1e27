import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config } from '#platform/config';

/** How long a signed URL is valid, in seconds: to show a file on a page, and to download it. */
export const viewSeconds = 3_600;
export const downloadSeconds = 60;

/** `<expiry in seconds>.<key id>.<signature>.<file name of a download>.<person>`; signature and name in base64url. */
const tokenParts = /^(\d{10})\.([\w-]{6})\.([\w-]{43})\.([\w-]*)\.(.+)$/s;

/** A key for signatures. Its id follows from the secret, and says nothing about it. */
type Key = { readonly id: string; readonly secret: string };
const keyWith = (secret: string): Key => ({
  id: createHash('sha256').update(`signed URLs\n${secret}`).digest('base64url').slice(0, 6),
  secret,
});

/**
 * What a signed URL allows: one object, on behalf of one person (a user's or share link's id). With `download` the browser saves
 * the file under this name.
 */
export type Grant = { readonly path: string; readonly person: string; readonly download?: string };

/** `expiresAt` in ISO 8601 UTC; `url` is a path of this site. */
export type SignedUrl = { readonly url: string; readonly expiresAt: string };

/** Creates and checks URLs that let anyone who has them read one private object for a limited time. */
@Injectable()
export class SignedUrls {
  readonly #key: Key;
  /** The key that signs, and the previous key, whose signatures are still valid. */
  readonly #keys: readonly Key[];
  readonly #checks: { readonly prefix: string; readonly allows: (person: string) => Promise<boolean> }[] = [];

  constructor({ secrets, previousSignedUrlKey }: Config) {
    this.#key = keyWith(secrets.signedUrls);
    this.#keys = [this.#key, ...(previousSignedUrlKey ? [keyWith(previousSignedUrlKey)] : [])];
  }

  /** A URL of a `private/…` object: valid for {@link downloadSeconds} if it is a download, for {@link viewSeconds} otherwise. */
  sign(grant: Grant): SignedUrl {
    const { path, download } = grant;
    const { token, expiresAt } = this.token(grant, download === undefined ? viewSeconds : downloadSeconds);
    return { url: `/storage/v1/object/sign/galleries/${path.replace(/^private\//, '')}?token=${token}`, expiresAt };
  }

  /** A token for a URL of another route, valid for `seconds`. `path` is then a name that the route chooses. */
  token(grant: Grant, seconds: number): { token: string; expiresAt: string } {
    const expiry = Math.floor(Date.now() / 1_000) + seconds;
    const download = grant.download === undefined ? '' : Buffer.from(grant.download).toString('base64url');
    const signature = signatureOf(grant, expiry, this.#key).toString('base64url');
    const token = [expiry, this.#key.id, signature, download, grant.person].join('.');
    return { token, expiresAt: new Date(expiry * 1_000).toISOString() };
  }

  /**
   * From now on each request with a token of a person whose id begins with this prefix is also checked by the function, so that
   * rights can end before the token expires.
   */
  addCheck(prefix: string, allows: (person: string) => Promise<boolean>): void {
    this.#checks.push({ prefix, allows });
  }

  /** A keyed signature of the name, which only this product can create: 128 bits in base64url. */
  signature(name: string): string {
    return shortSignatureOf(name, this.#key);
  }

  /** Whether {@link signature} made this text from the name, with the present key or the previous one. */
  isSignature(name: string, text: string): boolean {
    return this.#keys.some((key) => equal(Buffer.from(shortSignatureOf(name, key)), Buffer.from(text)));
  }

  /** What a token allows and for how many seconds more; undefined if it is not valid for this path. */
  async verify(path: string, token: string): Promise<(Grant & { readonly seconds: number }) | undefined> {
    const [, expiry = '', keyId = '', signature = '', name, person = ''] = tokenParts.exec(token) ?? [];
    const grant: Grant = { path, person, ...(name && { download: Buffer.from(name, 'base64url').toString('utf8') }) };
    const key = this.#keys.find(({ id }) => id === keyId);
    if (!key || !equal(signatureOf(grant, Number(expiry), key), Buffer.from(signature, 'base64url'))) return undefined;
    const seconds = Number(expiry) - Math.floor(Date.now() / 1_000);
    if (seconds <= 0) return undefined;
    for (const { prefix, allows } of this.#checks)
      if (person.startsWith(prefix) && !(await allows(person))) return undefined;
    return { ...grant, seconds };
  }
}

/** Signs everything that the token allows: to read (GET and HEAD) one object. */
const signatureOf = ({ path, person, download }: Grant, expiry: number, { id, secret }: Key): Buffer =>
  createHmac('sha256', secret)
    .update(JSON.stringify([id, 'GET', path, person, download, expiry]))
    .digest();

const shortSignatureOf = (name: string, { secret }: Key): string =>
  createHmac('sha256', secret).update(`signature\n${name}`).digest().subarray(0, 16).toString('base64url');

/** Compares in a time that does not depend on the bytes. */
const equal = (one: Buffer, other: Buffer): boolean => one.length === other.length && timingSafeEqual(one, other);
