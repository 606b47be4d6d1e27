import { setTimeout as sleep } from 'node:timers/promises';
import { Database } from '#platform/postgres';
import { invariants, unfinishedWork } from './invariants.suite.ts';
import {
  paymentFaults,
  recordedEventTypes,
  requestFaults,
  type Session,
  type WrittenEvent,
} from './request-checks.suite.ts';
import type { RequestLog } from './request-log.suite.ts';

/** An event as `festoon events export` writes it, with its origin; its position is a decimal number. */
export type ExportedEvent = Readonly<Record<string, unknown>> & { readonly position: string };

/**
 * Compares the log, the gateway's records and the queues with each other and with the responses that users received.
 */
export class Verification {
  readonly #database: Database;

  constructor(url: string) {
    this.#database = new Database(url);
  }

  close(): Promise<void> {
    return this.#database.onApplicationShutdown();
  }

  /** Work that is not finished yet. */
  async unfinishedWork(): Promise<readonly string[]> {
    return (await this.#database.query<{ what: string }>(unfinishedWork)).map(({ what }) => what);
  }

  /**
   * Waits until all work is finished, or makes no progress for this time, in milliseconds. Returns what is unfinished
   * then. Jobs that were added with a delay become due one after another. They are not counted before their first
   * start.
   */
  async settled(stallTimeout: number): Promise<readonly string[]> {
    let unfinished = await this.unfinishedWork();
    let lowestCount = Number.POSITIVE_INFINITY;
    for (let deadline = 0; unfinished.length > 0; unfinished = await this.unfinishedWork()) {
      const { length } = unfinished;
      if (length < lowestCount) [lowestCount, deadline] = [length, Date.now() + stallTimeout];
      if (Date.now() > deadline) break;
      await sleep(100);
    }
    return unfinished;
  }

  /** The statements that run or wait in Postgres, with those that they wait for: why work does not finish. */
  async activity(): Promise<readonly string[]> {
    const rows = await this.#database.query<{ line: string }>(
      `select format('%s %s waits for %s (%s), since %s: %s', pid, state, pg_blocking_pids(pid), wait_event,
         now() - state_change, left(query, 300)) as line
       from pg_stat_activity where backend_type = 'client backend' and state <> 'idle' and pid <> pg_backend_pid()`,
    );
    return rows.map(({ line }) => line);
  }

  /** What has not been read up to this position of the log. */
  async behind(position: string): Promise<readonly string[]> {
    const rows = await this.#database.query<{ name: string }>(
      'select name from followers.checkpoints where position < $1',
      [position],
    );
    return rows.map(({ name }) => name);
  }

  /**
   * Copies a log that is not in Postgres into the empty table of the one in Postgres, so that it can be compared too.
   * Positions are counted from 1 again, because those of the other log have gaps.
   */
  async import(events: readonly ExportedEvent[]): Promise<void> {
    await this.#database.query(
      `insert into log.events
       select row_number() over (order by (event->>'position')::bigint), (event->>'id')::uuid, event->>'stream',
         (event->>'version')::integer, event->>'type', (event->>'shape')::smallint, event->'data', event,
         (event->>'at')::timestamptz, (event->>'recordedAt')::timestamptz, '', ''
       from json_array_elements($1) event`,
      [JSON.stringify(events)],
    );
  }

  async events(): Promise<number> {
    const [row] = await this.#database.query<{ count: string }>('select count(*) from log.events');
    return Number(row?.count);
  }

  /** All violations, one line each. */
  async faults(requests: RequestLog): Promise<readonly string[]> {
    const found: string[] = [];
    for (const [name, sql] of invariants)
      for (const row of await this.#database.query<object & Record<string, unknown>>(sql))
        found.push(`${name}: ${JSON.stringify(row)}`);
    return [
      ...found,
      ...requestFaults(requests, await this.#writtenEvents()),
      ...paymentFaults(requests, await this.#sessions()),
    ];
  }

  #writtenEvents(): Promise<readonly WrittenEvent[]> {
    return this.#database.query<WrittenEvent>(
      `select origin->>'request' as request, type, stream from log.events where type = any($1)`,
      [recordedEventTypes],
    );
  }

  #sessions(): Promise<readonly Session[]> {
    return this.#database.query<Session>(
      `select c.id as session, (select count(*)::integer from sandbox.charges h where h.checkout_id = c.id) as charges,
         exists (select from log.events e where e.stream = c.payment_id and e.type = 'PaymentSettled') as settled
       from sandbox.checkouts c`,
    );
  }
}
