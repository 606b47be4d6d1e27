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
import { Clock } from '../clock/index.ts';
import { SealedBox } from '../sealing/index.ts';
import { lifetime } from './access-token.lifetime.ts';

export const algorithm = 'ES256';

type KeyRow = { kid: string; public_key: JWK; private_key: Buffer; signs_from: Date; verifies_until: Date | null };
/** Which key, and when it signs and verifies; null: until another follows it. */
export type KeyFacts = { readonly kid: string; readonly signsFrom: Date; readonly verifiesUntil: Date | null };
type Key = KeyFacts & {
  readonly jwk: JWK;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
};

/** Keys that another process made are known at the latest after this, in milliseconds. */
const freshFor = 60_000;
/** And looked for at most this often when a token names an unknown one. */
const searchEvery = 5_000;

/** A new key signs after this, in milliseconds: by then nobody goes by a list of keys without it. */
export const announcedFor = 600_000;
/** And an old one is listed until the last token it signed is over, for lists that are as old. */
const listedAfter = lifetime * 1000 + announcedFor;

/** The first pair signs by every clock. */
const always = new Date(0);

/** The key pairs of access tokens: rows, their private halves sealed. Several verify while one signs. */
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
    this.#box = new SealedBox(secrets.signingKeys, 'identity.signing-keys');
  }

  /** The first process ever to start makes the first pair. */
  async onApplicationBootstrap(): Promise<void> {
    await this.database.transaction(async (within) => {
      await within.query('select pg_advisory_xact_lock(7310583)');
      const [found] = await within.query('select kid from identity.signing_keys limit 1');
      if (!found) await this.#make(within, always);
    });
    await this.#load();
  }

  /**
   * Makes another pair, published from now on, that signs ten minutes later; those before it verify until their last token
   * is over. `record` writes it down, and nothing has happened where that fails. Refuses `signing-key-rotating`.
   */
  async rotate(record: (key: KeyFacts) => Promise<void>): Promise<KeyFacts> {
    const now = this.clock.now().getTime();
    const signsFrom = new Date(now + announcedFor);
    const rotated = await this.database.transaction(async (within) => {
      await within.query('select pg_advisory_xact_lock(7310583)');
      const [next] = await within.query('select kid from identity.signing_keys where signs_from > $1', [new Date(now)]);
      if (next) refuse('signing-key-rotating', 'The last key that was made does not sign yet: wait ten minutes');
      await within.query('delete from identity.signing_keys where verifies_until < $1', [new Date(now)]);
      await within.query('update identity.signing_keys set verifies_until = $1 where verifies_until is null', [
        new Date(signsFrom.getTime() + listedAfter),
      ]);
      const key = { kid: await this.#make(within, signsFrom), signsFrom, verifiesUntil: null };
      await record(key);
      return key;
    });
    await this.#load();
    return rotated;
  }

  /** All that verify, the newest first. */
  async all(): Promise<readonly KeyFacts[]> {
    return (await this.#valid()).map(({ kid, signsFrom, verifiesUntil }) => ({ kid, signsFrom, verifiesUntil }));
  }

  /** The pair to sign with now. */
  async current(): Promise<Key> {
    const now = this.clock.now();
    const [newest] = (await this.#valid()).filter(({ signsFrom }) => signsFrom <= now);
    if (!newest) throw new Error('No key signs tokens: identity.signing_keys holds none that is valid');
    return newest;
  }

  /** Undefined for an id that is no valid key's. */
  async byKid(kid: string): Promise<Key | undefined> {
    const known = (await this.#valid()).find((key) => key.kid === kid);
    if (known || Date.now() - this.#loadedAt < searchEvery) return known;
    await this.#load();
    return this.#keys.find((key) => key.kid === kid);
  }

  /** RFC 7517: the public halves of all valid pairs. */
  async published(): Promise<{ keys: readonly JWK[] }> {
    return { keys: (await this.#valid()).map(({ jwk }) => jwk) };
  }

  async #valid(): Promise<readonly Key[]> {
    if (Date.now() - this.#loadedAt > freshFor) await this.#load();
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
    const sealed = this.#box.seal(Buffer.from(await exportPKCS8(pair.privateKey)), kid);
    await database.query(
      'insert into identity.signing_keys (kid, public_key, private_key, signs_from) values ($1, $2, $3, $4)',
      [kid, JSON.stringify({ kty, crv, x, y }), sealed, signsFrom],
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
