import { setTimeout as sleep } from 'node:timers/promises';
import {
  type BeforeApplicationShutdown,
  Controller,
  Get,
  type OnApplicationBootstrap,
  ServiceUnavailableException,
} from '@nestjs/common';
import { z } from 'zod';
import { EventStore } from '#platform/event-store';
import { Public, Returns } from '#platform/http';
import { Database } from '#platform/postgres';
import { Projector } from '#platform/projections';
import { withinTime } from '#platform/time-limits';

const live = z.object({ status: z.literal('live') });
const readiness = z.object({
  status: z.literal('ready'),
  stalled: z.array(z.string()).optional(),
  log: z.string().optional(),
});

/** How long the log may take to respond before it counts as unreachable, in milliseconds. */
const logTimeout = 2_000;
/** How often a process that has started checks whether it is ready, in milliseconds. */
const startInterval = 500;
const catchingUp = 'Still catching up with the log';

@Public()
@Controller('health')
export class HealthController implements OnApplicationBootstrap, BeforeApplicationShutdown {
  #hasBeenReady = false;
  readonly #shutdown = new AbortController();

  constructor(
    private readonly projector: Projector,
    private readonly database: Database,
    private readonly store: EventStore,
  ) {}

  onApplicationBootstrap(): void {
    void this.#waitUntilReady();
  }

  beforeApplicationShutdown(): void {
    this.#shutdown.abort();
  }

  /** The process is running and responds to requests. */
  @Get('live')
  @Returns(live)
  live(): z.output<typeof live> {
    return { status: 'live' };
  }

  /**
   * The process can serve requests: the read tables have caught up with the log. `stalled` names the projections that
   * stopped at an event they cannot fold; they need an operator, and everything else works. `log` says what is wrong
   * with the log's server after the process was ready: reads work, and writes are refused.
   */
  @Get('ready')
  @Returns(readiness)
  async ready(): Promise<z.output<typeof readiness>> {
    const { stalled } = this.projector;
    const { reason, log } = await this.#state().catch(() => ({ reason: catchingUp, log: undefined }));
    if (reason !== undefined) throw new ServiceUnavailableException({ code: 'not-ready', message: reason });
    this.#hasBeenReady = true;
    return { status: 'ready', ...(stalled.length > 0 && { stalled: [...stalled] }), ...(log && { log }) };
  }

  /** The first request for the readiness may come during an outage of the log, so the process finds out by itself. */
  async #waitUntilReady(): Promise<void> {
    const { signal } = this.#shutdown;
    while (!this.#hasBeenReady && !signal.aborted)
      await this.ready().catch(() => sleep(startInterval, undefined, { ref: false, signal }).catch(() => undefined));
  }

  /** Why the process is not ready, or what is wrong with the log's server while everything else works. */
  async #state(): Promise<{ readonly reason?: string; readonly log?: string }> {
    await this.database.query('select 1');
    if (this.database.diskIsFull) return { reason: 'The database disk is full' };
    if (this.store.problem) return { reason: this.store.problem };
    if (!(await this.#logResponds())) {
      const outage = this.store.outage ?? 'The event log does not respond';
      return this.#hasBeenReady ? { log: outage } : { reason: outage };
    }
    return (await this.projector.ready()) ? {} : { reason: catchingUp };
  }

  /** Postgres has responded already; the event log can be on another server. */
  async #logResponds(): Promise<boolean> {
    if (this.store.outage) return false;
    try {
      await withinTime(this.store.head(), logTimeout, () => new Error('The event log does not respond'));
      return true;
    } catch {
      return false;
    }
  }
}
