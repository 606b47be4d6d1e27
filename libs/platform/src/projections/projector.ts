import { MikroORM } from '@mikro-orm/postgresql';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Facts, Projection } from '#kernel';
import { EventStore } from '#platform/event-store';
import { faultOf } from '#platform/logging';
import { Database, Notices } from '#platform/postgres';
import { Tracer } from '#platform/tracing';
import { Checkpoints, channel } from './checkpoints.ts';
import type { FoldOptions } from './fold-pass.ts';
import type { ReadRate } from './log-pass.ts';
import { Progress } from './progress.ts';
import { type ReadModel, type RegisteredProjection, register } from './read-model.ts';
import { readTables } from './read-table.ts';
import { Rebuild, type RebuildOptions, type RebuildReport } from './rebuild.ts';
import { defaultRebuildTimeout, refold } from './refold.ts';
import { type RolledBack, rollback } from './rollback.ts';
import { skip } from './skip.ts';
import { type ProjectionStatus, statusOf } from './status.ts';
import { drop, type StoredTable, storedTables } from './stored-tables.ts';
import { Tail } from './tail.ts';
import { type VerificationResult, verify } from './verification.ts';

const hour = 3_600_000;
/**
 * How many hours a replaced table is kept, and after how many hours without use the table of another version may be
 * dropped.
 */
const keptFor = 24;

/** Folds the log into read tables. Rows and checkpoints of a batch change in one transaction. */
@Injectable()
export class Projector implements OnApplicationBootstrap, OnApplicationShutdown {
  /** How long to wait for the read tables to catch up, in milliseconds. */
  catchUpTimeout = 2_000;
  readonly #log = new Logger(Projector.name);
  readonly #registered = new Map<string, RegisteredProjection>();
  readonly #models = new Map<string, ReadModel>();
  readonly #checkpoints: Checkpoints;
  readonly #progress: Progress;
  readonly #tail: Tail;
  #hourly: NodeJS.Timeout | undefined;

  constructor(
    private readonly store: EventStore,
    private readonly database: Database,
    private readonly orm: MikroORM,
    notices: Notices,
    tracer: Tracer,
  ) {
    this.#checkpoints = new Checkpoints(database);
    this.#progress = new Progress(async () => this.#progress.merge(await this.#read()));
    this.#tail = new Tail(
      () => [...this.#models.values()],
      store,
      database,
      this.#checkpoints,
      this.#progress,
      async (models, signal) => (await this.#rebuild(models, { signal })).broken,
      this.#log,
      tracer,
    );
    notices.on(channel, (payload) => this.#onNotice(payload));
  }

  /** Registers a projection of a module and the entity of its rows. Call it in the module's constructor. */
  add<E extends Facts, Row extends object>(projection: Projection<E, Row>, rows: { meta: unknown }): void {
    const registration = register(projection, rows);
    if (this.#registered.has(registration.name)) throw new Error(`Two projections write ${registration.name}`);
    this.#registered.set(registration.name, registration);
  }

  /** Creates missing tables. */
  async onApplicationBootstrap(): Promise<void> {
    const tableOf = await readTables(this.orm);
    for (const registration of this.#registered.values()) {
      const table = tableOf(this.orm.getMetadata().get(registration.entity.meta.class));
      await this.database.transaction(async (within) => {
        await within.query('select pg_advisory_xact_lock(7310581)');
        await table.create(within);
        await this.#checkpoints.ensure(within, registration.name);
      });
      this.#models.set(registration.name, { ...registration, table });
    }
    await this.#checkpoints.use(this.names);
    this.#progress.set(await this.#read());
    this.#hourly = setInterval(() => void this.#cleanUp(), hour).unref();
  }

  /** From now on this process projects, unless another process already does. */
  follow(): void {
    this.#tail.follow();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.#hourly);
    await this.#tail.stop();
  }

  /** The projections of this release, with their versions. */
  get names(): readonly string[] {
    return [...this.#registered.keys()];
  }

  /**
   * Returns true once all read tables show everything up to this position, false after `milliseconds`. Projections that
   * are paused or stopped by an error are not waited for.
   */
  waitUntilProjected(position: bigint, milliseconds = this.catchUpTimeout): Promise<boolean> {
    return this.#progress.waitUntilReached(() => this.#running, position, milliseconds);
  }

  /**
   * All read tables show everything up to this position, according to this process, which may be slightly behind. 0 if
   * no projection is running.
   */
  get shownPosition(): bigint {
    const names = this.#running;
    return names.length === 0 ? 0n : this.#progress.reached(names);
  }

  get #running(): readonly string[] {
    return this.names.filter((name) => this.#isRunning(name));
  }

  /**
   * For reactions that query this read table: throws if it does not show everything up to this position within two
   * seconds, so that the reaction is retried.
   */
  async requireCaughtUp(table: string, position: bigint): Promise<void> {
    const names = this.#namesOf(table);
    if (!(await this.#progress.waitUntilReached(() => names, position, this.catchUpTimeout)))
      throw new Error(`The read table ${table} has not caught up with position ${position}`);
  }

  /**
   * Whether the process can take requests: every read table has caught up with the log, except those that an operator
   * paused and those that are {@link stalled}.
   */
  async ready(milliseconds = this.catchUpTimeout): Promise<boolean> {
    const neededNames = () => this.names.filter((name) => !this.#progress.of(name).paused && !this.#isStalled(name));
    return this.#progress.waitUntilReached(neededNames, await this.store.head(), milliseconds);
  }

  /** Projections that had caught up once and have stopped at an event that their fold cannot process. */
  get stalled(): readonly string[] {
    return this.names.filter((name) => this.#isStalled(name));
  }

  status(): Promise<readonly ProjectionStatus[]> {
    return statusOf(this.store, this.database, this.names);
  }

  /**
   * Folds projections again, in one pass over the log, into shadow tables. Compares each shadow table with the table in
   * use and then replaces it. Readers use the old rows until then. Throws a {@link ProjectionBusy} if another process
   * rebuilds one of the projections. If a fold fails, its old rows are kept, and its error is thrown at the end.
   */
  async rebuild(names: string | readonly string[], options: RebuildOptions = {}): Promise<RebuildReport> {
    const report = await this.#rebuild(
      [names].flat().map((name) => this.#model(name)),
      options,
    );
    for (const failure of report.broken) throw failure;
    return report;
  }

  /**
   * Folds the rows of these streams again, after their personal data was erased: in all read tables, or in one that is
   * given by its name without a version. Returns the tables that changed. Throws a {@link ProjectionBusy} if a rebuild
   * takes longer than `rebuildTimeout` milliseconds.
   */
  refold(
    streams: readonly string[],
    { table, rebuildTimeout = defaultRebuildTimeout }: { table?: string; rebuildTimeout?: number | undefined } = {},
  ): Promise<readonly string[]> {
    const models = table === undefined ? [...this.#models.values()] : this.#namesOf(table).map((n) => this.#model(n));
    return refold(this.store, this.database, this.#checkpoints, models, streams, rebuildTimeout);
  }

  /** The projections into a read table. Throws if there is none. */
  #namesOf(table: string): readonly string[] {
    const names = this.names.filter((name) => name.replace(/_v\d+$/, '') === table);
    if (names.length === 0) throw new Error(`There is no projection into ${table}`);
    return names;
  }

  /**
   * Swaps back the table that the last rebuild replaced, after it has caught up. Throws a {@link NothingToRollBack}.
   */
  async rollback(name: string, pace: ReadRate = {}): Promise<RolledBack> {
    const report = await rollback(this.store, this.database, this.#checkpoints, this.#model(name), pace);
    this.#progress.set(await this.#read());
    return report;
  }

  /** Compares every read table with a fresh fold of the log. Returns the keys of rows that differ, by projection. */
  async verify(): Promise<ReadonlyMap<string, readonly string[]>> {
    const failedResults = (await this.verificationResults(this.names)).filter(
      ({ different, failure }) => different > 0 || failure,
    );
    return new Map(failedResults.map(({ name, keys, failure }) => [name, failure === undefined ? keys : [failure]]));
  }

  /** Like {@link verify}, with a detailed result for each projection. */
  verificationResults(names: readonly string[], options: FoldOptions = {}): Promise<readonly VerificationResult[]> {
    const models = names.map((name) => this.#model(name));
    return verify(this.store, this.database, this.#checkpoints, models, options);
  }

  /**
   * Pauses or resumes projections, in every process and across restarts. Once this returns, paused ones have stopped.
   */
  async pause(names: readonly string[], paused = true): Promise<void> {
    for (const name of names) this.#model(name);
    await this.#checkpoints.pause(names, paused);
    this.#progress.set(await this.#read());
  }

  /**
   * Lets a projection that has stopped at this event skip it, in every process and in every rebuild. The log records
   * who decided that and why. Throws a {@link NothingToSkip}.
   */
  async skip(name: string, position: bigint): Promise<void> {
    await skip(this.store, this.#checkpoints, this.#model(name).name, position);
    this.#progress.set(await this.#read());
  }

  /** The tables of this release's projections, and those left behind by rebuilds and other releases. */
  tables(): Promise<readonly StoredTable[]> {
    return storedTables(this.database, this.names);
  }

  /** Tables that can be dropped: left by rebuilds at least `hours` ago, and versions that no release used for a day. */
  async leftovers(hours = 0): Promise<readonly StoredTable[]> {
    const [kept, unused] = [hours, keptFor].map((ago) => new Date(Date.now() - ago * hour).toISOString());
    return (await this.tables()).filter(
      ({ kind, since }) => kind !== 'read' && since <= ((kind === 'other' ? unused : kept) ?? ''),
    );
  }

  /** Drops these tables, except those in use. Returns the dropped ones. */
  prune(found: readonly StoredTable[]): Promise<readonly StoredTable[]> {
    return drop(this.database, found);
  }

  async #rebuild(models: readonly ReadModel[], options: RebuildOptions): Promise<RebuildReport> {
    const report = await new Rebuild(this.store, this.database, this.#checkpoints, options).run(models);
    this.#progress.set(await this.#read());
    return report;
  }

  #model(name: string): ReadModel {
    const model = this.#models.get(name);
    if (!model) throw new Error(`There is no projection ${name}`);
    return model;
  }

  #isRunning(name: string): boolean {
    const { paused, failure } = this.#progress.of(name);
    return !(paused || failure !== undefined);
  }

  #isStalled(name: string): boolean {
    const { caughtUp, failure } = this.#progress.of(name);
    return caughtUp && failure !== undefined;
  }

  async #read() {
    return (await this.#checkpoints.read(this.names)).values();
  }

  /** The payload is `[position, …names]`; empty after a lost connection, when all checkpoints have to be read again. */
  #onNotice(payload: string): void {
    if (payload) {
      const [position, ...names] = JSON.parse(payload) as [string, ...string[]];
      this.#progress.advance(
        names.filter((name) => this.#registered.has(name)),
        BigInt(position),
      );
    } else
      void this.#read().then(
        (found) => this.#progress.set(found),
        () => undefined,
      );
  }

  /**
   * Records that this release is in use, and drops tables that were replaced a day ago. Unused versions are left to the
   * operator.
   */
  async #cleanUp(): Promise<void> {
    try {
      await this.#checkpoints.use(this.names);
      await this.prune((await this.leftovers(keptFor)).filter(({ kind }) => kind !== 'other'));
    } catch (error) {
      this.#log.warn(`The hourly clean-up failed and runs again in an hour: ${faultOf(error)}`);
    }
  }
}
