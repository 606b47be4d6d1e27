import { isDeepStrictEqual } from 'node:util';
import { type EntitySchema, MikroORM } from '@mikro-orm/postgresql';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { type Facts, heardBy, type Projection, project, type Recorded } from '#kernel';
import { EventStore } from '../event-store/event-store.ts';
import { Database, type Queryable } from '../postgres/database.ts';
import { Follower } from '../postgres/follower.ts';
import { Notices } from '../postgres/notices.ts';
import { ReadTable } from './read-table.ts';

type Rows = ReadonlyMap<string, object>;
type Followed = {
  readonly name: string;
  readonly heard: ReadonlySet<string>;
  readonly keyOf: (event: Recorded) => string;
  readonly fold: (rows: Rows, events: readonly Recorded[]) => Rows;
  readonly entity: EntitySchema;
  position: bigint;
  /** Why it stands still; everything else goes on. */
  failure?: string;
};
/** How far a projection has come; `behind` counts events, `age` is how long the oldest of them has waited, in ms. */
export type ProjectionStatus = {
  readonly name: string;
  readonly position: bigint;
  readonly behind: bigint;
  readonly age: number;
  readonly failure?: string;
};

const channel = 'projected';
const batchSize = 500;
const patience = 2_000;

/** Folds the log into read tables: a batch's rows and checkpoints change in one transaction. */
@Injectable()
export class Projector implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #log = new Logger(Projector.name);
  readonly #projections = new Map<string, Followed>();
  readonly #tables = new Map<string, ReadTable>();
  readonly #waiting = new Set<() => void>();
  readonly #follower: Follower;

  constructor(
    private readonly store: EventStore,
    private readonly database: Database,
    private readonly orm: MikroORM,
    notices: Notices,
  ) {
    this.#follower = new Follower(database, this.#log);
    notices.on(channel, (payload) => (payload ? this.#heard(payload) : void this.#reload().catch(() => undefined)));
  }

  /** A read table of a module: its fold, and the entity its rows are. Call it in the module's constructor. */
  add<E extends Facts, Row extends object>(projection: Projection<E, Row>, rows: { meta: unknown }): void {
    const entity = rows as EntitySchema;
    const name = `${projection.table}_v${projection.version}`;
    if (this.#projections.has(name)) throw new Error(`Two projections write ${name}`);
    if (entity.meta.tableName !== name)
      throw new Error(`The rows of ${name} are mapped to ${entity.meta.tableName}; table and version must agree`);
    this.#projections.set(name, {
      name,
      heard: heardBy(projection),
      keyOf: (event) => projection.key(event as Recorded<E>),
      fold: (before, events) => project(projection, before as ReadonlyMap<string, Row>, events as Recorded<E>[]),
      entity,
      position: 0n,
    });
  }

  /** Makes the tables there are not yet. */
  async onApplicationBootstrap(): Promise<void> {
    for (const { name, entity } of this.#projections.values()) {
      const table = new ReadTable(this.orm, this.orm.getMetadata().get(entity.meta.class));
      this.#tables.set(name, table);
      await this.database.transaction(async (within) => {
        await within.query('select pg_advisory_xact_lock(7310581)');
        await table.create(within);
        await within.query('insert into followers.checkpoints (name, position) values ($1, 0) on conflict do nothing', [
          name,
        ]);
      });
    }
    await this.#reload();
  }

  /** From now on this process projects what no other process does. */
  follow(): void {
    this.#follower.start(
      () => [...this.#projections.values()].filter(({ failure }) => !failure).map(({ name }) => `projection ${name}`),
      (held, signal) => this.#step(held, signal),
    );
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#follower.stop();
  }

  /** Returns true once everything up to this position can be read from the tables, false after two seconds of waiting. */
  async passed(position: bigint, milliseconds = patience): Promise<boolean> {
    const until = Date.now() + milliseconds;
    while (this.#lowest() < position) {
      const left = until - Date.now();
      if (left <= 0) return false;
      if (await this.#moved(Math.min(left, 250))) continue;
      await this.#reload();
    }
    return true;
  }

  async status(): Promise<readonly ProjectionStatus[]> {
    await this.#reload();
    const head = await this.store.head();
    return Promise.all(
      [...this.#projections.values()].map(async ({ name, position, failure }) => {
        const [oldest] = position < head ? await this.store.after(position, 1) : [];
        const age = oldest ? Math.max(0, Date.now() - Date.parse(oldest.recordedAt)) : 0;
        return { name, position, behind: head - position, age, ...(failure !== undefined && { failure }) };
      }),
    );
  }

  /** Folds one projection again from the first event, while its old rows are read; answers how many rows it has. */
  async rebuild(name: string): Promise<number> {
    const projection = this.#projections.get(name);
    const table = this.#tables.get(name);
    if (!(projection && table)) throw new Error(`There is no projection ${name}`);
    const early = await this.#foldFrom(projection, new Map(), 0n);
    return this.database.transaction(async (within) => {
      await this.#lock(within, [name]);
      const { rows, position } = await this.#foldFrom(projection, early.rows, early.position);
      await table.empty(within);
      await table.save(within, [...rows.values()], []);
      await this.#keep(within, [name], position);
      return rows.size;
    });
  }

  /** Compares every read table with a fresh fold of the log; answers the keys of rows that differ, by projection. */
  async verify(): Promise<ReadonlyMap<string, readonly string[]>> {
    const wrong = new Map<string, readonly string[]>();
    for (const projection of this.#projections.values()) {
      const keys = await this.#differences(projection);
      if (keys.length > 0) wrong.set(projection.name, keys);
    }
    return wrong;
  }

  async #differences(projection: Followed): Promise<readonly string[]> {
    const table = this.#tableOf(projection.name);
    const { rows, position } = await this.database.transaction(async (within) => {
      const positions = await this.#lock(within, [projection.name]);
      return { rows: await table.load(within), position: positions.get(projection.name) ?? 0n };
    });
    const fresh = await this.#foldFrom(projection, new Map(), 0n, position);
    const keys = new Set([...rows.keys(), ...fresh.rows.keys()]);
    return [...keys].filter((key) => {
      const row = fresh.rows.get(key);
      return !(row && isDeepStrictEqual(JSON.parse(JSON.stringify(table.normal(row))), rows.get(key)));
    });
  }

  async #foldFrom(projection: Followed, before: Rows, from: bigint, through?: bigint) {
    let rows = before;
    let position = from;
    for (;;) {
      const batch = (await this.store.after(position, 2_000)).filter((event) => !(through && event.position > through));
      const last = batch.at(-1);
      if (!last || through === 0n) return { rows, position };
      rows = projection.fold(
        rows,
        batch.filter(({ type }) => projection.heard.has(type)),
      );
      position = last.position;
    }
  }

  /** One batch for those projections that lag most; true if there was something to do. */
  async #step(held: ReadonlySet<string>, signal: AbortSignal): Promise<boolean> {
    const mine = [...this.#projections.values()].filter(
      ({ name, failure }) => held.has(`projection ${name}`) && !failure,
    );
    const positions = [...new Set(mine.map(({ position }) => position))].sort((a, b) => Number(a - b));
    const [from, next] = positions;
    if (from === undefined) return false;
    const grown = this.store.grown(signal);
    const group = mine.filter(({ position }) => position === from);
    const events = (await this.store.after(from, batchSize)).filter(({ position }) => !next || position <= next);
    if (events.length === 0) {
      await grown;
      return false;
    }
    await this.#apply(group, events);
    return true;
  }

  async #apply(group: readonly Followed[], events: readonly Recorded[]): Promise<void> {
    const through = events.at(-1)?.position ?? 0n;
    const names = group.map(({ name }) => name);
    const fenced = await this.database.transaction(async (within) => {
      await within.query('set local synchronous_commit = off');
      const positions = await this.#lock(within, names);
      const moved = group.filter(({ name, position }) => positions.get(name) !== position);
      for (const projection of moved) projection.position = positions.get(projection.name) ?? 0n;
      if (moved.length > 0) return true;
      for (const projection of group) await this.#foldInto(within, projection, events);
      await this.#keep(within, names, through);
      return false;
    });
    if (fenced) return;
    for (const projection of group) projection.position = through;
    this.#announce();
  }

  async #foldInto(within: Queryable, projection: Followed, events: readonly Recorded[]): Promise<void> {
    const heard = events.filter(({ type }) => projection.heard.has(type));
    if (heard.length === 0) return;
    const table = this.#tableOf(projection.name);
    try {
      const before = await table.load(within, [...new Set(heard.map(projection.keyOf))]);
      const after = projection.fold(before, heard);
      const changed = [...after].filter(([key, row]) => before.get(key) !== row).map(([, row]) => row);
      const gone = [...before.keys()].filter((key) => !after.has(key));
      await table.save(within, changed, gone);
    } catch (error) {
      this.#standStill(projection, heard, error);
      throw error;
    }
  }

  /** A fold that fails is a bug: the projection waits for a mended release, all others go on. */
  #standStill(projection: Followed, events: readonly Recorded[], error: unknown): void {
    if (
      !(
        error instanceof TypeError ||
        error instanceof RangeError ||
        /^(22|23)/.test((error as { code?: string }).code ?? '')
      )
    )
      return;
    const [first, last] = [events[0]?.position, events.at(-1)?.position];
    projection.failure = `${(error as Error).message} (events ${first} to ${last})`;
    this.#log.error(`${projection.name} stands still: ${projection.failure}`);
  }

  async #lock(within: Queryable, names: readonly string[]): Promise<Map<string, bigint>> {
    const rows = await within.query<{ name: string; position: string }>(
      'select name, position from followers.checkpoints where name = any($1) order by name for update',
      [names],
    );
    return new Map(rows.map(({ name, position }) => [name, BigInt(position)]));
  }

  async #keep(within: Queryable, names: readonly string[], position: bigint): Promise<void> {
    await within.query(
      'update followers.checkpoints set position = $2, updated_at = clock_timestamp() where name = any($1)',
      [names, position],
    );
    await within.query('select pg_notify($1, $2)', [channel, JSON.stringify([String(position), ...names])]);
  }

  async #reload(): Promise<void> {
    const rows = await this.database.query<{ name: string; position: string }>(
      'select name, position from followers.checkpoints where name = any($1)',
      [[...this.#projections.keys()]],
    );
    for (const { name, position } of rows) this.#advance(name, BigInt(position));
    this.#announce();
  }

  #heard(payload: string): void {
    const [position, ...names] = JSON.parse(payload) as [string, ...string[]];
    for (const name of names) this.#advance(name, BigInt(position));
    this.#announce();
  }

  /** What one's own follower knows is never older than what is announced. */
  #advance(name: string, position: bigint): void {
    const projection = this.#projections.get(name);
    if (projection && position > projection.position) projection.position = position;
  }

  #tableOf(name: string): ReadTable {
    const table = this.#tables.get(name);
    if (!table) throw new Error(`${name} has no table yet`);
    return table;
  }

  #lowest(): bigint {
    const positions = [...this.#projections.values()].map(({ position }) => position);
    return positions.reduce((lowest, position) => (position < lowest ? position : lowest), positions[0] ?? 2n ** 63n);
  }

  #announce(): void {
    for (const wake of this.#waiting) wake();
  }

  #moved(milliseconds: number): Promise<boolean> {
    return new Promise((resolve) => {
      const done = (moved: boolean) => {
        clearTimeout(timer);
        this.#waiting.delete(wake);
        resolve(moved);
      };
      const wake = () => done(true);
      const timer = setTimeout(done, milliseconds, false);
      this.#waiting.add(wake);
    });
  }
}
