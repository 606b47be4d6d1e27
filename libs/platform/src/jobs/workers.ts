import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { faultOf } from '#platform/logging';
import { Database } from '#platform/postgres';
import { Jobs } from './jobs.ts';

/**
 * A process that works in the background. `followsLog`: it also projects, adds the jobs of reactions and signs audit
 * checkpoints. `mayDrain`: it ends when {@link Workers.requestDrain} asks for it.
 */
export type WorkerProcess = {
  readonly host: string;
  readonly pid: number;
  readonly queues: readonly string[];
  readonly followsLog: boolean;
  readonly mayDrain: boolean;
  readonly startedAt: Date;
  readonly heartbeatAt: Date;
};

/** A worker that is to end. Process ids are only unique on one host. */
export type DrainingWorker = Pick<WorkerProcess, 'host' | 'pid'> & { readonly id: string };

/** How a process works in the background. `drain` finishes its jobs and ends it; without it, it cannot be drained. */
type Registration = Pick<WorkerProcess, 'followsLog'> & { readonly drain?: (() => void) | undefined };

/** A killed worker keeps its row. */
const isRunning = `heartbeat_at > clock_timestamp() - interval '30 seconds'`;

/**
 * The running workers. They are in a table of Postgres, even if the queues are on Redis. A worker that was killed is
 * listed for 30 more seconds.
 */
@Injectable()
export class Workers implements BeforeApplicationShutdown {
  /** How often a worker records that it is running, in milliseconds. */
  heartbeatInterval = 5_000;
  readonly #log = new Logger(Workers.name);
  readonly #id = randomUUID();
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
  ) {}

  /** Lists this process from now on, with the queues it works on. */
  async register(registration: Registration): Promise<void> {
    const heartbeat = () => this.#heartbeat(registration);
    this.#timer ??= setInterval(
      () => heartbeat().catch((error: unknown) => this.#log.debug(`Heartbeat: ${faultOf(error)}`)),
      this.heartbeatInterval,
    ).unref();
    await this.database.query(`delete from jobs.workers where heartbeat_at < clock_timestamp() - interval '1 day'`);
    await heartbeat();
  }

  /** The running workers, the longest-running first. */
  runningWorkers(): Promise<readonly WorkerProcess[]> {
    return this.database.query<WorkerProcess>(
      `select host, pid, queues, follows_log as "followsLog", may_drain as "mayDrain", started_at as "startedAt", heartbeat_at as "heartbeatAt"
       from jobs.workers where ${isRunning} order by started_at, id`,
    );
  }

  /**
   * Asks these running workers, or all that can be drained, to finish their jobs and to end. Returns those that were
   * asked. They notice it within {@link heartbeatInterval}.
   */
  requestDrain(workers: readonly Pick<WorkerProcess, 'host' | 'pid'>[] | 'all'): Promise<readonly DrainingWorker[]> {
    const named = workers === 'all' ? undefined : workers;
    return this.database.query<DrainingWorker>(
      `update jobs.workers set drain_requested_at = coalesce(drain_requested_at, clock_timestamp())
       where may_drain and ${isRunning} and ($1::text[] is null or (host, pid) in (select * from unnest($1, $2::int[])))
       returning id, host, pid`,
      [named?.map(({ host }) => host) ?? null, named?.map(({ pid }) => pid) ?? null],
    );
  }

  /** Those of these workers that have not ended. */
  stillRunning(workers: readonly DrainingWorker[]): Promise<readonly DrainingWorker[]> {
    return this.database.query<DrainingWorker>(
      `select id, host, pid from jobs.workers where ${isRunning} and id = any($1)`,
      [workers.map(({ id }) => id)],
    );
  }

  /** This runs before the connections to the database are closed. */
  async beforeApplicationShutdown(): Promise<void> {
    if (!this.#timer) return;
    clearInterval(this.#timer);
    await this.database
      .query('delete from jobs.workers where id = $1', [this.#id])
      .catch((error: unknown) => this.#log.debug(`Removal from the list of workers: ${faultOf(error)}`));
  }

  async #heartbeat({ followsLog, drain }: Registration): Promise<void> {
    const [row] = await this.database.query<{ isDraining: boolean }>(
      `insert into jobs.workers (id, host, pid, queues, follows_log, may_drain) values ($1, $2, $3, $4, $5, $6)
       on conflict (id) do update set queues = $4, follows_log = $5, heartbeat_at = clock_timestamp()
       returning drain_requested_at is not null as "isDraining"`,
      [this.#id, hostname(), process.pid, this.jobs.started, followsLog, drain !== undefined],
    );
    if (row?.isDraining) drain?.();
  }
}
