import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import {
  calculateJwkThumbprint,
  exportJWK,
  exportPKCS8,
  generateKeyPair,
  importJWK,
  importPKCS8,
  type JWK,
} from 'jose';
import { refuse } from '#kernel';
import { Config } from '#platform/config';
import { Database, type Queryable } from '#platform/postgres';
import { boxOf, type SealedBox, type SealedColumn } from '#platform/sealing';
import { Clock } from '../clock/index.ts';
import { lifetime } from './access-token.lifetime.ts';

export const algorithm = 'ES256';

type KeyRow = { kid: string; public_key: JWK; private_key: Buffer; signs_from: Date; verifies_until: Date | null };
/** A key's id, when it starts to sign and when it stops to verify (null until another key replaces it). */
export type KeyFacts = { readonly kid: string; readonly signsFrom: Date; readonly verifiesUntil: Date | null };
type Key = KeyFacts & {
  readonly jwk: JWK;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
};

/** Keys are reloaded after this many milliseconds, so that keys made by another process become known. */
const cacheDuration = 60_000;
/** When a token has an unknown key id, keys are reloaded at most this often, in milliseconds. */
const reloadInterval = 5_000;

/** A new key starts to sign after this many milliseconds, when every cached list of keys without it has expired. */
export const announcementPeriod = 600_000;
/** An old key is published until the last token it signed has expired, plus the time that a list may be cached. */
const verificationPeriod = lifetime * 1000 + announcementPeriod;

/** The first key signs at once, at any clock time. */
const epoch = new Date(0);

export const sealedSigningKeys: SealedColumn = {
  secret: 'signingKeys',
  purpose: 'identity.signing-keys',
  table: 'identity.signing_keys',
  column: 'private_key',
  label: 'kid',
};

/** The signing keys of access tokens, with encrypted private keys. One key signs; several may verify. */
@Injectable()
export class SigningKeys implements OnApplicationBootstrap {
  readonly #box: SealedBox;
  #keys: readonly Key[] = [];
  #loadedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    { secrets }: Config,
  ) {
    this.#box = boxOf(sealedSigningKeys, secrets);
  }

  /** Makes the first key if there is none. The lock keeps processes that start together from making several. */
  async onApplicationBootstrap(): Promise<void> {
    await this.database.transaction(async (within) => {
      await within.query('select pg_advisory_xact_lock(7310583)');
      const [found] = await within.query('select kid from identity.signing_keys limit 1');
      if (!found) await this.#make(within, epoch);
    });
    await this.#load();
  }

  /**
   * Makes a new key that is published at once and signs ten minutes later; earlier keys verify until their last token
   * has expired. `record` stores the rotation; if it fails, the transaction is rolled back. Refuses
   * `signing-key-rotating`.
   */
  async rotate(record: (key: KeyFacts) => Promise<void>): Promise<KeyFacts> {
    const now = this.clock.now().getTime();
    const signsFrom = new Date(now + announcementPeriod);
    const newKey = await this.database.transaction(async (within) => {
      await within.query('select pg_advisory_xact_lock(7310583)');
      const [next] = await within.query('select kid from identity.signing_keys where signs_from > $1', [new Date(now)]);
      if (next) refuse('signing-key-rotating', 'The newest key is not signing yet. Try again in ten minutes.');
      await within.query('delete from identity.signing_keys where verifies_until < $1', [new Date(now)]);
      await within.query('update identity.signing_keys set verifies_until = $1 where verifies_until is null', [
        new Date(signsFrom.getTime() + verificationPeriod),
      ]);
      const key = { kid: await this.#make(within, signsFrom), signsFrom, verifiesUntil: null };
      await record(key);
      return key;
    });
    await this.#load();
    return newKey;
  }

  /** All keys that verify tokens, newest first. */
  async all(): Promise<readonly KeyFacts[]> {
    return (await this.#validKeys()).map(({ kid, signsFrom, verifiesUntil }) => ({ kid, signsFrom, verifiesUntil }));
  }

  /** The key that signs now. */
  async current(): Promise<Key> {
    const now = this.clock.now();
    const [newest] = (await this.#validKeys()).filter(({ signsFrom }) => signsFrom <= now);
    if (!newest) throw new Error('No key signs tokens: identity.signing_keys holds none that is valid');
    return newest;
  }

  /** Undefined if no valid key has this id. */
  async byKid(kid: string): Promise<Key | undefined> {
    const knownKey = (await this.#validKeys()).find((key) => key.kid === kid);
    if (knownKey || Date.now() - this.#loadedAt < reloadInterval) return knownKey;
    await this.#load();
    return (await this.#validKeys()).find((key) => key.kid === kid);
  }

  /** The public keys of all valid keys, as a JWK set (RFC 7517). */
  async publishedKeys(): Promise<{ keys: readonly JWK[] }> {
    return { keys: (await this.#validKeys()).map(({ jwk }) => jwk) };
  }

  async #validKeys(): Promise<readonly Key[]> {
    if (Date.now() - this.#loadedAt > cacheDuration) await this.#load();
    const now = this.clock.now();
    return this.#keys.filter(({ verifiesUntil }) => !verifiesUntil || verifiesUntil > now);
  }

  async #load(): Promise<void> {
    const rows = await this.database.query<KeyRow>('select * from identity.signing_keys order by signs_from desc, kid');
    this.#keys = await Promise.all(rows.map((row) => this.#open(row)));
    this.#loadedAt = Date.now();
  }

  async #make(database: Queryable, signsFrom: Date): Promise<string> {
    const pair = await generateKeyPair(algorithm, { extractable: true });
    const { kty = '', crv = '', x = '', y = '' } = await exportJWK(pair.publicKey);
    const kid = await calculateJwkThumbprint({ kty, crv, x, y });
    const sealedKey = this.#box.seal(Buffer.from(await exportPKCS8(pair.privateKey)), kid);
    await database.query(
      'insert into identity.signing_keys (kid, public_key, private_key, signs_from) values ($1, $2, $3, $4)',
      [kid, JSON.stringify({ kty, crv, x, y }), sealedKey, signsFrom],
    );
    return kid;
  }

  async #open({ kid, public_key, private_key, signs_from, verifies_until }: KeyRow): Promise<Key> {
    const publicKey = (await importJWK(public_key, algorithm, { extractable: true })) as CryptoKey;
    return {
      kid,
      signsFrom: signs_from,
      verifiesUntil: verifies_until,
      jwk: { ...public_key, kid, alg: algorithm, use: 'sig', key_ops: ['verify'] },
      privateKey: await importPKCS8(this.#box.open(private_key, kid).toString(), algorithm),
      publicKey,
    };
  }
}
