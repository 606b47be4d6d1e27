import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { faultOf } from '#platform/logging';
import { Database } from '#platform/postgres';
import { Jobs } from './jobs.ts';

/**
 * A process that works in the background. `followsLog`: it also projects, adds the jobs of reactions and signs audit
 * checkpoints.
 */
export type WorkerProcess = {
  readonly host: string;
  readonly pid: number;
  readonly queues: readonly string[];
  readonly followsLog: boolean;
  readonly startedAt: Date;
  readonly heartbeatAt: Date;
};

/** How often a worker records that it is running, in milliseconds. */
const heartbeatInterval = 5_000;

/**
 * The running workers. They are in a table of Postgres, even if the queues are on Redis. A worker that was killed is
 * listed for 30 more seconds.
 */
@Injectable()
export class Workers implements BeforeApplicationShutdown {
  readonly #log = new Logger(Workers.name);
  readonly #id = randomUUID();
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
  ) {}

  /** Lists this process from now on, with the queues it works on. */
  async register({ followsLog }: Pick<WorkerProcess, 'followsLog'>): Promise<void> {
    const heartbeat = () => this.#heartbeat(followsLog);
    this.#timer ??= setInterval(
      () => heartbeat().catch((error: unknown) => this.#log.debug(`Heartbeat: ${faultOf(error)}`)),
      heartbeatInterval,
    ).unref();
    await this.database.query(`delete from jobs.workers where heartbeat_at < clock_timestamp() - interval '1 day'`);
    await heartbeat();
  }

  /** The running workers, the longest-running first. */
  runningWorkers(): Promise<readonly WorkerProcess[]> {
    return this.database.query<WorkerProcess>(
      `select host, pid, queues, follows_log as "followsLog", started_at as "startedAt", heartbeat_at as "heartbeatAt"
       from jobs.workers where heartbeat_at > clock_timestamp() - interval '30 seconds' order by started_at, id`,
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

  async #heartbeat(followsLog: boolean): Promise<void> {
    await this.database.query(
      `insert into jobs.workers (id, host, pid, queues, follows_log) values ($1, $2, $3, $4, $5)
       on conflict (id) do update set queues = $4, follows_log = $5, heartbeat_at = clock_timestamp()`,
      [this.#id, hostname(), process.pid, this.jobs.started, followsLog],
    );
  }
}
