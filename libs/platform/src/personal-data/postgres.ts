import type { KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config } from '#platform/config';
import { Database, Notices } from '#platform/postgres';
import { boxOf, type SealedBox, type SealedColumn } from '#platform/sealing';
import { newKey, PersonalDataKeys } from './personal-data-keys.ts';
import { type Keys, keyFrom } from './seal.ts';

type KeyRow = { person: string; key: Buffer | null };

const channel = 'erased';
const streams = 'select stream from personal_data.streams where person = $1 order by stream';

export const sealedPersonalKeys: SealedColumn = {
  secret: 'personalData',
  purpose: 'personal-data.keys',
  table: 'personal_data.keys',
  column: 'key',
  label: 'person',
};

/**
 * Keys in a table, each encrypted with PERSONAL_DATA_KEY and bound to its person, so that a copy of the database alone
 * reads nothing. A cache drops a key as soon as any process erases the person.
 */
@Injectable()
export class PostgresPersonalDataKeys extends PersonalDataKeys {
  readonly #known = new Map<string, KeyObject | null>();
  /** Counts erasures, because a query that began before one may return a key that the erasure has removed since. */
  #erasures = 0;
  readonly #box: SealedBox;
  #waitingPairs: { readonly person: string; readonly stream: string }[] = [];
  #recording: Promise<unknown> = Promise.resolve();
  #nextRecording: Promise<void> | undefined;

  constructor(
    { secrets }: Config,
    private readonly database: Database,
    notices: Notices,
  ) {
    super();
    this.#box = boxOf(sealedPersonalKeys, secrets);
    notices.on(channel, (person) => this.#forget(person));
  }

  override async toWrite(people: readonly string[]): Promise<Keys> {
    // In one order in all processes: two that insert the same people in different orders would block each other.
    const unknownPeople = people.filter((person) => !this.#known.has(person)).toSorted();
    if (unknownPeople.length > 0)
      await this.database.query(
        'insert into personal_data.keys (person, key) select * from unnest($1::text[], $2::bytea[]) on conflict do nothing',
        [unknownPeople, unknownPeople.map((person) => this.#box.seal(newKey(), person))],
      );
    return this.toRead(people);
  }

  /** Pairs that arrive while others are being recorded are recorded together next: one commit for many of them. */
  override recordStream(people: readonly string[], stream: string): Promise<void> {
    if (people.length === 0) return Promise.resolve();
    this.#waitingPairs.push(...people.map((person) => ({ person, stream })));
    this.#nextRecording ??= this.#recordNext(this.#recording);
    return this.#nextRecording;
  }

  async #recordNext(recording: Promise<unknown>): Promise<void> {
    await recording.catch(() => undefined);
    const pairs = this.#waitingPairs;
    this.#waitingPairs = [];
    this.#nextRecording = undefined;
    // In one order in all processes: two that insert the same rows in different orders would block each other.
    this.#recording = this.database.query(
      `insert into personal_data.streams (person, stream)
       select distinct person, stream from unnest($1::text[], $2::text[]) as p (person, stream) order by person, stream
       on conflict do nothing`,
      [pairs.map(({ person }) => person), pairs.map(({ stream }) => stream)],
    );
    await this.#recording;
  }

  override async toRead(people: readonly string[]): Promise<Keys> {
    const known = people.filter((person) => this.#known.has(person));
    const keys = new Map(known.map((person) => [person, this.#known.get(person) ?? null]));
    const unknownPeople = people.filter((person) => !keys.has(person));
    if (unknownPeople.length > 0) for (const [person, key] of await this.#stored(unknownPeople)) keys.set(person, key);
    return keys;
  }

  async #stored(people: readonly string[]): Promise<Keys> {
    const erasuresBefore = this.#erasures;
    const rows = await this.database.query<KeyRow>(
      'select person, key from personal_data.keys where person = any($1)',
      [people],
    );
    const keys = new Map(rows.map(({ person, key }) => [person, keyFrom(key && this.#box.open(key, person))]));
    if (this.#known.size > 50_000) this.#known.clear();
    for (const [person, key] of keys)
      if (key === null || this.#erasures === erasuresBefore) this.#known.set(person, key);
    return keys;
  }

  override async streamsOf(person: string): Promise<readonly string[]> {
    const rows = await this.database.query<{ stream: string }>(streams, [person]);
    return rows.map(({ stream }) => stream);
  }

  override async erase(person: string): Promise<readonly string[]> {
    const recordedStreams = await this.database.transaction(async (within) => {
      await within.query(
        `insert into personal_data.keys (person, key, erased_at) values ($1, null, now())
         on conflict (person) do update set key = null, erased_at = coalesce(personal_data.keys.erased_at, now())`,
        [person],
      );
      await within.query('select pg_notify($1, $2)', [channel, person]);
      this.#forget(person);
      const rows = await within.query<{ stream: string }>(streams, [person]);
      return rows.map(({ stream }) => stream);
    });
    // Until the commit, other reads of this process find the key.
    this.#forget(person);
    return recordedStreams;
  }

  /** Forgets the key of an erased person, or all keys for '', because notices may have been lost. */
  #forget(person: string): void {
    this.#erasures += 1;
    if (person) this.#known.delete(person);
    else this.#known.clear();
  }
}
