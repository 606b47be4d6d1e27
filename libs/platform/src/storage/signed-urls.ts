import { createHash, createHmac, hash, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config } from '#platform/config';
import { copyEnding, copyWidths } from './copy-paths.ts';

/** How long a signed URL is valid, in seconds: to show a file on a page, and to download it. */
export const viewSeconds = 3_600;
export const downloadSeconds = 60;

/**
 * `<expiry in seconds>.<key id>.<signature>.<file name of a download>.<person>`; signature and name in base64url. The
 * signature of a copy has 168 bits, all others have 256.
 */
const tokenParts = /^(\d{10})\.([\w-]{6})\.([\w-]{43}|[\w-]{28})\.([\w-]*)\.(.+)$/s;
/** The length of the signature of a copy, in bytes and in characters of base64url. */
const copySignatureBytes = 21;
const copySignatureLength = 28;

/** A key for signatures. Its id follows from the secret and its use, and says nothing about the secret. */
type Key = { readonly id: string; readonly digest: (text: string) => Buffer };
const keyWith = (secret: string, use = 'signed URLs'): Key => ({
  id: createHash('sha256').update(`${use}\n${secret}`).digest('base64url').slice(0, 6),
  digest: (text) => createHmac('sha256', secret).update(text).digest(),
});
/** The keys of one secret: for single tokens, and for the copies of the pictures of a page. */
type Keys = { readonly single: Key; readonly copies: Key };
const keysWith = (secret: string): Keys => ({
  single: keyWith(secret),
  copies: keyWith(secret, 'signed URLs of copies'),
});

/**
 * What a signed URL allows: one object, on behalf of one person (a user's or share link's id). With `download` the
 * browser saves the file under this name.
 */
export type Grant = { readonly path: string; readonly person: string; readonly download?: string };

/** `expiresAt` in ISO 8601 UTC; `url` is a path of this site. */
export type SignedUrl = { readonly url: string; readonly expiresAt: string };

/**
 * Signs the copies of pictures. `sign` returns the signatures of the copies of a `private/…` target, one after another
 * in the order of {@link copyWidths}, each with 28 characters. `template` is the URL of a copy with `{target}` (without
 * `private/`), `{width}` and `{signature}` to be replaced.
 */
export type CopySigner = {
  readonly sign: (target: string) => string;
  readonly template: string;
  readonly expiresAt: string;
};

/** Creates and checks URLs that let anyone who has them read one private object for a limited time. */
@Injectable()
export class SignedUrls {
  readonly #keys: Keys;
  /** The keys that sign, and the previous ones, whose signatures are still valid. */
  readonly #validKeys: readonly Keys[];
  readonly #checks: { readonly prefix: string; readonly allows: (person: string) => Promise<boolean> }[] = [];

  constructor({ secrets, previousSignedUrlKey }: Config) {
    this.#keys = keysWith(secrets.signedUrls);
    this.#validKeys = [this.#keys, ...(previousSignedUrlKey ? [keysWith(previousSignedUrlKey)] : [])];
  }

  /**
   * A URL of a `private/…` object: valid for {@link downloadSeconds} if it is a download, for {@link viewSeconds}
   * otherwise.
   */
  sign(grant: Grant): SignedUrl {
    const { path, download } = grant;
    const { token, expiresAt } = this.token(grant, download === undefined ? viewSeconds : downloadSeconds);
    return { url: urlOf(path, token), expiresAt };
  }

  /** Makes URLs of the copies of many pictures for one person, to show them on a page until the same instant. */
  copies(person: string): CopySigner {
    const expiry = expiryAfter(viewSeconds);
    const { copies } = this.#keys;
    const token = `${expiry}.${copies.id}.{signature}..${person}`;
    return {
      sign: copySignatures(person, expiry, copies),
      template: urlOf(`{target}${copyEnding('{width}')}`, token),
      expiresAt: instantOf(expiry),
    };
  }

  /** A token for a URL of another route, valid for `seconds`. `path` is then a name that the route chooses. */
  token(grant: Grant, seconds: number): { token: string; expiresAt: string } {
    const expiry = expiryAfter(seconds);
    const { single } = this.#keys;
    const download = grant.download === undefined ? '' : Buffer.from(grant.download).toString('base64url');
    const token = [expiry, single.id, signatureOf(grant, expiry, single), download, grant.person].join('.');
    return { token, expiresAt: instantOf(expiry) };
  }

  /**
   * From now on each request with a token of a person whose id begins with this prefix is also checked by the function,
   * so that rights can end before the token expires.
   */
  addCheck(prefix: string, allows: (person: string) => Promise<boolean>): void {
    this.#checks.push({ prefix, allows });
  }

  /** A keyed signature of the name, which only this product can create: 128 bits in base64url. */
  signature(name: string): string {
    return shortSignatureOf(name, this.#keys.single);
  }

  /** Whether {@link signature} made this text from the name, with the present key or the previous one. */
  isSignature(name: string, text: string): boolean {
    return this.#validKeys.some(({ single }) => equal(shortSignatureOf(name, single), text));
  }

  /** What a token allows and for how many seconds more; undefined if it is not valid for this path. */
  async verify(path: string, token: string): Promise<(Grant & { readonly seconds: number }) | undefined> {
    const [, expiry = '', keyId = '', signature = '', name, person = ''] = tokenParts.exec(token) ?? [];
    const grant: Grant = { path, person, ...(name && { download: Buffer.from(name, 'base64url').toString('utf8') }) };
    const expected = this.#signatureOf(grant, Number(expiry), keyId);
    if (expected === undefined || !equal(expected, signature)) return undefined;
    const seconds = Number(expiry) - Math.floor(Date.now() / 1_000);
    if (seconds <= 0) return undefined;
    for (const { prefix, allows } of this.#checks)
      if (person.startsWith(prefix) && !(await allows(person))) return undefined;
    return { ...grant, seconds };
  }

  /** The signature that a valid token with this key has; undefined if there is no such key. */
  #signatureOf(grant: Grant, expiry: number, keyId: string): string | undefined {
    for (const { single, copies } of this.#validKeys) {
      if (single.id === keyId) return signatureOf(grant, expiry, single);
      if (copies.id === keyId && grant.download === undefined) return copySignatureOf(grant, expiry, copies);
    }
    return undefined;
  }
}

/** The second, since 1970, in which something expires. */
const expiryAfter = (seconds: number): number => Math.floor(Date.now() / 1_000) + seconds;
const instantOf = (expiry: number): string => new Date(expiry * 1_000).toISOString();

const urlOf = (path: string, token: string): string =>
  `/storage/v1/object/sign/galleries/${path.replace(/^private\//, '')}?token=${token}`;

/** Signs everything that the token allows: to read (GET and HEAD) one object. */
const signatureOf = ({ path, person, download }: Grant, expiry: number, { id, digest }: Key): string =>
  digest(JSON.stringify([id, 'GET', path, person, download, expiry])).toString('base64url');

/**
 * Signs the copies of a page's pictures with a key of its own, which follows from all else that the tokens allow. One
 * hash gives the signatures of all copies of a picture, because an HMAC for each of a page's thousands of copies would
 * take most of the time in which the page is answered. SHAKE256 needs no HMAC: it is not open to length extension, and
 * no part of its output says anything about the others.
 */
const copySignatures = (person: string, expiry: number, { id, digest }: Key): ((target: string) => string) => {
  const pageKey = digest(JSON.stringify([id, 'GET', person, expiry])).toString('base64url');
  const output = { outputEncoding: 'base64url', outputLength: copySignatureBytes * copyWidths.length } as const;
  return (target) => hash('shake256', `${pageKey}\n${target}`, output);
};

/** The signature of one copy; undefined if the path is not that of a copy. */
const copySignatureOf = ({ path, person }: Grant, expiry: number, key: Key): string | undefined => {
  const index = copyWidths.findIndex((width) => path.endsWith(copyEnding(width)));
  const width = copyWidths[index];
  if (width === undefined) return undefined;
  const signatures = copySignatures(person, expiry, key)(path.slice(0, -copyEnding(width).length));
  return signatures.slice(index * copySignatureLength, (index + 1) * copySignatureLength);
};

const shortSignatureOf = (name: string, { digest }: Key): string =>
  digest(`signature\n${name}`).subarray(0, 16).toString('base64url');

/** Compares in a time that does not depend on the texts. */
const equal = (one: string, other: string): boolean => {
  const [bytes, otherBytes] = [Buffer.from(one), Buffer.from(other)];
  return bytes.length === otherBytes.length && timingSafeEqual(bytes, otherBytes);
};
