import { Injectable, Logger } from '@nestjs/common';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { EventStore } from '#platform/event-store';
import { Jobs, Workers } from '#platform/jobs';
import { faultOf } from '#platform/logging';
import { Database } from '#platform/postgres';
import { Projector } from '#platform/projections';
import { PlainReads } from '#platform/reads';
import { withinTime } from '#platform/time-limits';

/** The media type of {@link Metrics.text}. */
export const metricsContentType = 'text/plain; version=0.0.4; charset=utf-8';

/** A finished HTTP request. `route` is the pattern of its path, which names no person and no thing. */
type FinishedRequest = {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
};

type QueueFigures = {
  readonly queue: string;
  /** Numbers of jobs by state. */
  readonly counts: Awaited<ReturnType<Jobs['counts']>>;
  /** How many processes work on the queue. */
  readonly workers: number;
};

/** Upper bounds of durations, in seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/**
 * Measurements for Prometheus. Durations are those of this process; projections, queues and workers are read from the
 * database at each scrape, so every process shows the same values. No label holds personal data.
 */
@Injectable()
export class Metrics {
  /** Milliseconds after which a scrape does not wait for the database any longer: Prometheus waits 10 s by default. */
  readLimit = 3_000;
  readonly #log = new Logger(Metrics.name);
  readonly #registry = new Registry();
  #hasDefaults = false;
  readonly #requests = this.#histogram('http_request_duration_seconds', 'HTTP requests until the end of the response', [
    'method',
    'route',
    'status',
  ]);
  readonly #appends = this.#histogram('append_duration_seconds', 'Appends to the event log', ['outcome']);
  readonly #events = new Counter({
    name: 'festoon_appended_events_total',
    help: 'Events that this process appended to the log',
    registers: [this.#registry],
  });
  readonly #jobDurations = this.#histogram('job_duration_seconds', 'Jobs that this process ran', ['queue', 'outcome']);
  readonly #databaseUp = this.#gauge('database_up', 'Whether the database could be read for this scrape: 1 or 0');
  readonly #behind = this.#gauge('projection_behind_events', 'Events that the read table does not show yet', [
    'projection',
  ]);
  readonly #age = this.#gauge('projection_age_seconds', 'Age of the oldest event that the read table does not show', [
    'projection',
  ]);
  readonly #stopped = this.#gauge(
    'projection_stopped',
    'Whether the projection stopped at an event it cannot fold: 1 or 0',
    ['projection'],
  );
  readonly #paused = this.#gauge('projection_paused', 'Whether an operator paused the projection: 1 or 0', [
    'projection',
  ]);
  readonly #queueJobs = this.#gauge('queue_jobs', 'Jobs of a queue by state; those that failed for good wait', [
    'queue',
    'state',
  ]);
  readonly #queueWorkers = this.#gauge('queue_workers', 'Processes that work on a queue', ['queue']);
  readonly #connections = this.#gauge('postgres_connections', 'Connections of a pool, by state', ['pool', 'state']);
  readonly #sockets = this.#gauge('sockets', 'Open pages that receive changes live from this process');
  #openSockets = () => 0;

  constructor(
    private readonly database: Database,
    private readonly projector: Projector,
    private readonly jobs: Jobs,
    private readonly workers: Workers,
    private readonly reads: PlainReads,
    store: EventStore,
  ) {
    store.onAppend = ({ seconds, events, outcome }) => {
      this.#appends.observe({ outcome }, seconds);
      if (outcome === 'written') this.#events.inc(events);
    };
    jobs.onJobEnd = ({ queue, outcome, seconds }) => this.#jobDurations.observe({ queue, outcome }, seconds);
  }

  recordRequest({ method, route, status, seconds }: FinishedRequest): void {
    this.#requests.observe({ method, route, status: `${Math.floor(status / 100)}xx` }, seconds);
  }

  /** Declares how to count the sockets of this process. */
  countSockets(count: () => number): void {
    this.#openSockets = count;
  }

  /** All measurements in the text format of Prometheus; see {@link metricsContentType}. */
  async text(): Promise<string> {
    if (!this.#hasDefaults) collectDefaultMetrics({ register: this.#registry });
    this.#hasDefaults = true;
    this.#setConnections('commands', this.database.connections);
    this.#sockets.set(this.#openSockets());
    await this.#readDatabase();
    return this.#registry.metrics();
  }

  /** Without the database, its values are left out, and those of the process are still there. */
  async #readDatabase(): Promise<void> {
    const stored = [this.#behind, this.#age, this.#stopped, this.#paused, this.#queueJobs, this.#queueWorkers];
    for (const gauge of stored) gauge.reset();
    try {
      const reading = Promise.all([this.projector.status(), this.#queues(), this.reads.connections()]);
      const timedOut = () => new Error(`It took longer than ${this.readLimit} ms`);
      const [projections, queues, connections] = await withinTime(reading, this.readLimit, timedOut);
      this.#setProjections(projections);
      this.#setQueues(queues);
      this.#setConnections('reads', connections);
      this.#databaseUp.set(1);
    } catch (error) {
      this.#databaseUp.set(0);
      this.#log.warn(`The database could not be read for the metrics: ${faultOf(error)}`);
    }
  }

  #setConnections(pool: 'commands' | 'reads', connections: Database['connections']): void {
    for (const [state, count] of Object.entries(connections)) this.#connections.set({ pool, state }, count);
  }

  #setProjections(projections: Awaited<ReturnType<Projector['status']>>): void {
    for (const { name: projection, behind, age, failure, paused } of projections) {
      this.#behind.set({ projection }, Number(behind));
      this.#age.set({ projection }, age / 1_000);
      this.#stopped.set({ projection }, failure === undefined ? 0 : 1);
      this.#paused.set({ projection }, paused === undefined ? 0 : 1);
    }
  }

  async #queues(): Promise<readonly QueueFigures[]> {
    const workers = await this.workers.runningWorkers();
    const figures: QueueFigures[] = [];
    for (const queue of this.jobs.queues)
      figures.push({
        queue,
        counts: await this.jobs.counts(queue),
        workers: workers.filter(({ queues }) => queues.includes(queue)).length,
      });
    return figures;
  }

  #setQueues(figures: readonly QueueFigures[]): void {
    for (const { queue, counts, workers } of figures) {
      for (const [state, count] of Object.entries(counts)) this.#queueJobs.set({ queue, state }, count);
      this.#queueWorkers.set({ queue }, workers);
    }
  }

  #histogram<Label extends string>(name: string, help: string, labelNames: readonly Label[]): Histogram<Label> {
    return new Histogram({ name: `festoon_${name}`, help, labelNames, buckets, registers: [this.#registry] });
  }

  #gauge<Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []): Gauge<Label> {
    return new Gauge({ name: `festoon_${name}`, help, labelNames, registers: [this.#registry] });
  }
}
