import type { EventStore } from '#platform/event-store';
import type { Database } from '#platform/postgres';
import { Session } from '#platform/postgres';
import { lockTablesForRebuild } from './busy.ts';
import type { Checkpoints } from './checkpoints.ts';
import { type Comparison, compare } from './comparison.ts';
import { type FoldOptions, type FoldProgress, foldPass } from './fold-pass.ts';
import { dropJournal, entriesAfter, openJournal } from './journal.ts';
import type { BrokenFold, ReadModel } from './read-model.ts';
import { RebuildRecorder } from './rebuild-recorder.ts';
import {
  dropOld,
  dropUnfinished,
  keepOld,
  recordFolded,
  recordStart,
  recordWritten,
  unfinishedPosition,
} from './rebuilds.ts';
import { Shadow } from './shadow.ts';
import { swap } from './swap.ts';

export type RebuildOptions = FoldOptions & {
  /** Continues at the recorded position of a rebuild that was killed, if it was of the same release. */
  readonly resume?: boolean;
  /** Keeps no table for a rollback: for rows that must no longer be stored anywhere. */
  readonly discard?: boolean;
  /** Called at the beginning of each step. */
  readonly onStep?: (name: string, step: RebuildStep) => void;
};
export type RebuildStep = 'writing' | 'indexing' | 'comparing' | 'swapping';

export type RebuiltTable = {
  readonly name: string;
  readonly position: bigint;
  readonly rows: number;
  /** The old rows compared with the new ones; undefined if they were not at the same position. */
  readonly comparison: Comparison | undefined;
  /** The longest time that a reader waited for the swap, in milliseconds. */
  readonly readersWaited: number;
};
/** `events` and `seconds` measure the one pass over the log, without writing, comparing and swapping. */
export type RebuildReport = {
  readonly rebuilt: readonly RebuiltTable[];
  readonly broken: readonly BrokenFold[];
  readonly events: number;
  readonly seconds: number;
};

/** The rebuilt tables replace the old ones once about this many events or fewer remain to be folded. */
const shortTail = 500;

/** Folds projections again from the first event, in one pass over the log, while readers use the old rows. */
export class Rebuild {
  readonly #options: RebuildOptions;

  constructor(
    private readonly store: EventStore,
    private readonly database: Database,
    private readonly checkpoints: Checkpoints,
    options: RebuildOptions,
  ) {
    this.#options = options;
  }

  /** Throws a {@link ProjectionBusy} if another process rebuilds one of them. A fold that fails keeps its old rows. */
  async run(models: readonly ReadModel[]): Promise<RebuildReport> {
    const session = await Session.open(this.database);
    try {
      await lockTablesForRebuild(
        session,
        models.map(({ name }) => name),
      );
      await session.query(
        `set synchronous_commit = off; set maintenance_work_mem = '256MB'; set work_mem = '128MB'; set client_min_messages = error`,
      );
      return await this.#run(session, models);
    } finally {
      await session.end();
    }
  }

  async #run(session: Session, models: readonly ReadModel[]): Promise<RebuildReport> {
    const startedAt = performance.now();
    const shadows = await this.#begin(session, models);
    const { events, broken } = await this.#foldWithProgress(session, shadows);
    const seconds = (performance.now() - startedAt) / 1_000;
    const rebuiltTables: RebuiltTable[] = [];
    for (const shadow of shadows) {
      this.#options.signal?.throwIfAborted();
      if (broken.some(({ projection }) => projection === shadow.model.name))
        await dropUnfinished(session, shadow.model);
      else rebuiltTables.push(await this.#finish(session, shadow));
    }
    return { rebuilt: rebuiltTables, broken, events, seconds };
  }

  async #begin(session: Session, models: readonly ReadModel[]): Promise<readonly Shadow[]> {
    const storedCheckpoints = await this.checkpoints.read(models.map(({ name }) => name));
    const head = await this.store.head();
    const shadows: Shadow[] = [];
    for (const model of models) {
      if (!this.#options.resume) await dropUnfinished(session, model);
      const from = await unfinishedPosition(session, model);
      const { position, skipped } = storedCheckpoints.get(model.name) ?? {};
      const shadow = new Shadow(model, model.table.in('read_new'), position || head, skipped ?? new Set(), from);
      await recordStart(session, shadow);
      for await (const { position, changes } of entriesAfter(session, model, from)) shadow.restore(position, changes);
      await openJournal(session, model);
      shadow.takeRowChanges();
      shadows.push(shadow);
    }
    return shadows;
  }

  /** Folds the whole log in one pass. The progress is recorded for the status command. */
  async #foldWithProgress(session: Session, shadows: readonly Shadow[]) {
    let lastRecording = Promise.resolve();
    const record = async () => {
      for (const shadow of shadows) await recordFolded(this.database, shadow);
    };
    const onProgress = (progress: FoldProgress) => {
      this.#options.onProgress?.(progress);
      lastRecording = lastRecording.then(record).catch(() => undefined);
    };
    const recorder = new RebuildRecorder(session);
    try {
      const passResult = await foldPass(this.store, session, shadows, recorder, { ...this.#options, onProgress });
      await recorder.end();
      return passResult;
    } finally {
      // Once this has ended, no late write may change the progress that the rebuild left.
      await lastRecording;
    }
  }

  async #finish(session: Session, shadow: Shadow): Promise<RebuiltTable> {
    const { model, table } = shadow;
    const step = (now: RebuildStep) => this.#options.onStep?.(model.name, now);
    step('writing');
    await this.#write(session, shadow);
    step('indexing');
    await table.createIndexes(session);
    await session.query(`analyze ${table.sql}`);
    step('comparing');
    await this.#catchUp(session, shadow);
    const comparison = await this.#compare(session, shadow);
    step('swapping');
    await this.#catchUp(session, shadow);
    const readersWaited = await this.#swap(session, shadow);
    const [count] = await session.query<{ rows: string }>(`select count(*) as rows from ${model.table.sql}`);
    return { name: model.name, position: shadow.position, rows: Number(count?.rows ?? 0), comparison, readersWaited };
  }

  async #write(session: Session, shadow: Shadow): Promise<void> {
    await session.transaction(async () => {
      await shadow.write(session);
      await recordWritten(session, shadow);
    });
  }

  /** Folds events that were projected during the rebuild, until few are left. */
  async #catchUp(session: Session, shadow: Shadow): Promise<void> {
    for (;;) {
      const events = await this.#foldTo(session, shadow, await this.#livePosition(session, shadow));
      await this.#write(session, shadow);
      if (events < shortTail) return;
    }
  }

  async #livePosition(session: Session, { model }: Shadow): Promise<bigint> {
    return (await this.checkpoints.read([model.name], session)).get(model.name)?.position ?? 0n;
  }

  /** Folds without a rate limit: these are few events, and the projector waits while the tables are swapped. */
  async #foldTo(session: Session, shadow: Shadow, through: bigint): Promise<number> {
    if (through <= shadow.position) return 0;
    shadow.through = through;
    const { signal } = this.#options;
    const { events, broken } = await foldPass(
      this.store,
      session,
      [shadow],
      { spill: async () => undefined },
      {
        rowsInMemory: Number.POSITIVE_INFINITY,
        ...(signal && { signal }),
      },
    );
    for (const failure of broken) throw failure;
    return events;
  }

  /** Compares both tables at one position. A snapshot shows rows and checkpoint of one moment, so no lock is needed. */
  #compare(session: Session, shadow: Shadow): Promise<Comparison | undefined> {
    return session.transaction(async () => {
      const live = await this.#livePosition(session, shadow);
      if (live < shadow.position) return undefined;
      await this.#foldTo(session, shadow, live);
      await shadow.write(session);
      await recordWritten(session, shadow);
      return compare(session, shadow.model.table, shadow.table);
    }, 'begin isolation level repeatable read');
  }

  async #swap(session: Session, shadow: Shadow): Promise<number> {
    const { model, table } = shadow;
    await dropOld(session, model);
    // A table that was never projected cannot be used for a rollback.
    const keep = !this.#options.discard && (await this.#livePosition(session, shadow)) > 0n;
    return swap(session, this.checkpoints, {
      model,
      incoming: table,
      catchUp: async ({ position }) => {
        await this.#foldTo(session, shadow, position);
        await shadow.write(session);
        await recordWritten(session, shadow);
        return shadow.position;
      },
      moves: [
        keep ? `alter table ${model.table.sql} set schema read_old` : `drop table ${model.table.sql}`,
        `alter table ${table.sql} set schema read`,
      ],
      record: async (_, outgoing) => {
        await dropJournal(session, model);
        await session.query('delete from followers.rebuilds where name = $1', [model.name]);
        if (keep) await keepOld(session, model.name, outgoing);
      },
    });
  }
}
