import { randomBytes } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { Config } from '#platform/config';
import { Site } from '#platform/http';
import { Jobs, type NewJob, queues, type RunningJob } from '#platform/jobs';
import { Database, type Queryable } from '#platform/postgres';
import { sign } from './signature.ts';

export const signatureHeader = 'sandbox-signature';

/** `type` and `object` are sent in the webhook; `after` is the delay in milliseconds. */
export type SandboxEvent = { readonly type: string; readonly object: object; readonly after?: number };

const queue = queues['sandbox-webhooks'];
/** The shortest delay in milliseconds, because a job must not run before the transaction that adds it is committed. */
const minDelay = 100;
/**
 * Milliseconds before the next attempt: doubled each time up to a minute, so that a site gets its webhooks soon after a
 * restart.
 */
export const pauseAfter = (attempt: number): number => Math.min(500 * 2 ** (attempt - 1), 60_000);
/** The maximum number of attempts, which last about three days. */
export const attempts = 4_326;
const responseTimeout = 10_000;

type Delivery = { eventId: string; attempt: number };

/**
 * Sends signed webhooks to the site over HTTP, as a provider does, and repeats them until the site responds with 2xx.
 */
@Injectable()
export class SandboxWebhooks {
  readonly #log = new Logger('Sandbox');

  constructor(
    private readonly config: Config,
    private readonly site: Site,
    private readonly database: Database,
    private readonly jobs: Jobs,
  ) {
    jobs.handle(queue, (job) => this.#deliver(job));
  }

  /** Adds a webhook to send. Must be called in the transaction that stores the reported change. */
  async send(within: Queryable, { type, object, after = 0 }: SandboxEvent): Promise<void> {
    const id = newId('evt');
    const body = JSON.stringify({ id, type, created: Math.floor(Date.now() / 1_000), data: { object } });
    await within.query('insert into sandbox.events (id, body) values ($1, $2)', [id, body]);
    await this.jobs.add(queue, [jobOf({ eventId: id, attempt: 1 }, Math.max(after, minDelay))]);
  }

  async #deliver({ data, attempt: jobAttempt }: RunningJob): Promise<void> {
    const { eventId, attempt } = data as Delivery;
    const [event] = await this.database.query<{ body: string; delivered: boolean }>(
      'select body, delivered_at is not null as delivered from sandbox.events where id = $1',
      [eventId],
    );
    if (!event && jobAttempt < queue.attempts) throw new Error(`${eventId} has not been committed yet`);
    if (!event) return this.#log.warn(`${eventId} was never committed, so no webhook is sent`);
    if (event.delivered) return;
    const failure = await this.#post(event.body);
    await this.database.query(
      `update sandbox.events set attempts = $2, delivered_at = case when $3 then clock_timestamp() end
       where id = $1 and delivered_at is null`,
      [eventId, attempt, failure === undefined],
    );
    if (failure !== undefined) await this.#retry({ eventId, attempt }, failure);
  }

  async #retry({ eventId, attempt }: Delivery, failure: string): Promise<void> {
    if (attempt === attempts)
      return this.#log.error(`${eventId} was not acknowledged and will not be retried: ${failure}`);
    this.#log.warn(`${eventId} was not acknowledged (${failure}), attempt ${attempt}`);
    await this.jobs.add(queue, [jobOf({ eventId, attempt: attempt + 1 }, pauseAfter(attempt))]);
  }

  /** Sends a webhook to the site. Returns the reason if the site did not accept it, otherwise undefined. */
  async #post(text: string): Promise<string | undefined> {
    const body = Buffer.from(text);
    const signature = sign(this.config.secrets.paymentsWebhook, body, new Date());
    try {
      const { status, ok } = await fetch(`${this.site.url}/api/v1/payments/webhook`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', [signatureHeader]: signature },
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(responseTimeout),
      });
      return ok ? undefined : `the site returned ${status}`;
    } catch (error) {
      return (error as Error).message;
    }
  }
}

/** An id with 160 random bits, which cannot be guessed. */
export const newId = (kind: string): string => `${kind}_sandbox_${randomBytes(20).toString('hex')}`;

const jobOf = (data: Delivery, delay: number): NewJob => ({
  id: `${data.eventId}.${data.attempt}`,
  name: 'deliver',
  data,
  delay,
});
