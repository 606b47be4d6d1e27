import { availableParallelism } from 'node:os';

/**
 * A queue of background work. `concurrency` is how many of its jobs one process runs at the same time. A job that fails
 * is retried until `attempts` are used up, after `backoff` milliseconds at first and twice as long each time, less up to
 * half of that at random.
 */
export type JobQueue = {
  readonly name: string;
  readonly concurrency: number;
  readonly attempts: number;
  readonly backoff: number;
};

// The queues in alphabetical order, which is the order in which they are listed.
const policies = {
  /** Calendars to read from other servers, which may be slow. */
  calendars: { concurrency: 4, attempts: 5, backoff: 250 },
  /** Work that needs no queue of its own. */
  default: { concurrency: 8, attempts: 5, backoff: 250 },
  /**
   * Work that erases personal data: after the erasure of a person, and when conversations with the assistant are
   * deleted. A rebuild may block it for minutes: 13 attempts last 9 to 17 minutes.
   */
  erasure: { concurrency: 2, attempts: 13, backoff: 250 },
  /** Stored files to remove. The store may be down for a while: 13 attempts last 9 to 17 minutes. */
  files: { concurrency: 4, attempts: 13, backoff: 250 },
  /** Pictures to decode. Each one occupies a core. The store may be down for a while, as for `files`. */
  images: { concurrency: availableParallelism(), attempts: 13, backoff: 250 },
  /**
   * Scores of one lead. Apart from `matching`, because a new lead should not wait for the scores of many professionals.
   */
  'lead-matching': { concurrency: 1, attempts: 13, backoff: 250 },
  /** A mail server may be down for a while: 15 attempts last more than half an hour. */
  mails: { concurrency: 4, attempts: 15, backoff: 250 },
  /**
   * Rebuilds and other work on projections that staff start. It may read the whole log. A database that is down is
   * waited for: 13 attempts last 9 to 17 minutes.
   */
  maintenance: { concurrency: 1, attempts: 13, backoff: 250 },
  /**
   * Scores of all leads for one professional. Each job computes for a while, so one process runs one at a time. A
   * rebuild or a paused projection may block it for minutes: 13 attempts last 9 to 17 minutes.
   */
  matching: { concurrency: 1, attempts: 13, backoff: 250 },
  /**
   * Payments and refunds: requests to the gateway, and what they change in other modules. The provider may be down for
   * a while: 15 attempts last 34 to 68 minutes.
   */
  payments: { concurrency: 4, attempts: 15, backoff: 250 },
  /**
   * Webhooks of the sandbox payments gateway. An attempt checks whether the transaction that added the job has
   * committed.
   */
  'sandbox-webhooks': { concurrency: 4, attempts: 10, backoff: 250 },
} as const satisfies Record<string, Omit<JobQueue, 'name'>>;

export type QueueName = keyof typeof policies;
export const queueNames = Object.keys(policies) as readonly QueueName[];

/** Every queue there is, by its name. */
export const queues = Object.fromEntries(queueNames.map((name) => [name, { name, ...policies[name] }])) as Readonly<
  Record<QueueName, JobQueue>
>;
