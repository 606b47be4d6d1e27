import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { refuse } from '#kernel';
import { DeadLetters, Jobs, Workers } from '#platform/jobs';
import { redact } from '#platform/logging';
import { Projector } from '#platform/projections';
import { pageOf, placeIn } from '#platform/reads';
import type { PendingJobsFilter, PendingJobsPage, StaffJobs, StaffProjections } from './contract.ts';
import { eventOfJob } from './job-events.queries.ts';
import { MaintenanceQueries } from './maintenance.queries.ts';

/** How many failed jobs are listed at most. */
const maxFailed = 200;

/** How many jobs are before a page. */
const jobPlace = z.tuple([z.int().min(0).max(1_000_000_000)]);

/** How the background work is doing. */
@Injectable()
export class OperationQueries {
  constructor(
    private readonly jobs: Jobs,
    private readonly workers: Workers,
    private readonly deadLetters: DeadLetters,
    private readonly projector: Projector,
    private readonly maintenance: MaintenanceQueries,
  ) {}

  /** The queues, the processes that work on them, and the jobs that failed for good, the latest failure first. */
  async ofJobs(): Promise<StaffJobs> {
    const [workers, letters, queues] = await Promise.all([
      this.workers.runningWorkers(),
      this.deadLetters.list(),
      Promise.all(this.jobs.queues.map(async (name) => ({ name, ...(await this.jobs.counts(name)) }))),
    ]);
    return {
      queues: queues.map((queue) => ({
        ...queue,
        workers: workers.filter(({ queues: names }) => names.includes(queue.name)).length,
      })),
      workers: workers.map(({ startedAt, heartbeatAt, mayDrain: _, queues: names, ...worker }) => ({
        ...worker,
        queues: [...names],
        startedAt: startedAt.toISOString(),
        heartbeatAt: heartbeatAt.toISOString(),
      })),
      // The data of a job and the addresses in errors of mail servers are personal, so they are left out.
      failed: letters.slice(0, maxFailed).map(({ data, reason, ...letter }) => ({
        ...letter,
        reason: redact(reason),
        event: eventOfJob(data) ?? null,
      })),
    };
  }

  /** The jobs of a queue in one state. Refuses `queue-not-found`. */
  async pendingJobs({ queue, state, limit, cursor }: PendingJobsFilter): Promise<PendingJobsPage> {
    if (!this.jobs.queues.includes(queue)) refuse('queue-not-found', 'This queue does not exist');
    const [skipped = 0] = placeIn(jobPlace, cursor) ?? [];
    const found = await this.jobs.pending(queue, state, limit + 1, skipped);
    const { items, nextCursor } = pageOf(found, limit, () => [skipped + limit]);
    return { items: items.map(({ data, ...job }) => ({ ...job, event: eventOfJob(data) ?? null })), nextCursor };
  }

  /** The position and lag of each projection, by name, the latest tasks on them, and tables that can be dropped. */
  async ofProjections(): Promise<StaffProjections> {
    const [found, maintenance, leftovers] = await Promise.all([
      this.projector.status(),
      this.maintenance.latest(),
      this.projector.leftovers(),
    ]);
    return {
      maintenance,
      leftovers: leftovers.flatMap(({ name, kind, since, bytes }) =>
        kind === 'read' ? [] : [{ name, kind, since, bytes }],
      ),
      items: found.map(({ name, position, behind, age, holder, paused, failure, failedAt, rebuild, kept }) => ({
        name,
        position: Number(position),
        behind: Number(behind),
        age: Math.round(age),
        holder: holder ?? null,
        pausedAt: paused ?? null,
        // A failure that an earlier release stored can contain an address.
        failure: failure === undefined ? null : redact(failure),
        failedAt: failedAt === undefined ? null : Number(failedAt),
        rebuild: rebuild ?? null,
        keptSince: kept ?? null,
      })),
    };
  }
}
