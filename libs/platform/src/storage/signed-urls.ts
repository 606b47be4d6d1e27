import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config } from '#platform/config';

/** How long a signed URL is valid, in seconds: to show a file on a page, and to download it. */
export const viewSeconds = 3_600;
export const downloadSeconds = 60;

/** `<expiry in seconds>.<signature>.<file name of a download>.<person>`; signature and name in base64url. */
const tokenParts = /^(\d{10})\.([\w-]{43})\.([\w-]*)\.(.+)$/s;

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
  readonly #key: string;
  readonly #checks: { readonly prefix: string; readonly allows: (person: string) => Promise<boolean> }[] = [];

  constructor({ secrets }: Config) {
    this.#key = secrets.signedUrls;
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
    const token = [expiry, this.#signature(grant, expiry).toString('base64url'), download, grant.person].join('.');
    return { token, expiresAt: new Date(expiry * 1_000).toISOString() };
  }

  /**
   * From now on each request with a token of a person whose id begins with this prefix is also checked by the function, so that
   * rights can end before the token expires.
   */
  addCheck(prefix: string, allows: (person: string) => Promise<boolean>): void {
    this.#checks.push({ prefix, allows });
  }

  /** A short text that only this product can make from the name: 128 bits in base64url. */
  signature(name: string): string {
    return createHmac('sha256', this.#key).update(`signature\n${name}`).digest().subarray(0, 16).toString('base64url');
  }

  /** What a token allows and for how many seconds more; undefined if it is not valid for this path. */
  async verify(path: string, token: string): Promise<(Grant & { readonly seconds: number }) | undefined> {
    const [, expiry = '', signature = '', name, person = ''] = tokenParts.exec(token) ?? [];
    const grant: Grant = { path, person, ...(name && { download: Buffer.from(name, 'base64url').toString('utf8') }) };
    const expected = this.#signature(grant, Number(expiry));
    const given = Buffer.from(signature, 'base64url');
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    const seconds = Number(expiry) - Math.floor(Date.now() / 1_000);
    if (seconds <= 0) return undefined;
    for (const { prefix, allows } of this.#checks)
      if (person.startsWith(prefix) && !(await allows(person))) return undefined;
    return { ...grant, seconds };
  }

  /** Covers everything that the token allows. */
  #signature({ path, person, download }: Grant, expiry: number): Buffer {
    return createHmac('sha256', this.#key)
      .update(JSON.stringify([path, person, download, expiry]))
      .digest();
  }
}
