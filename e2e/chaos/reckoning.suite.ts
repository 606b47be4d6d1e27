import { Database } from '#platform/postgres';
import { paymentFaults, type Session, type Written, wanted, wordFaults } from './accounts.suite.ts';
import type { Journal } from './journal.suite.ts';
import { laws, unfinished } from './laws.suite.ts';

/** Holds the log, the provider's books and the queues against each other and against what people were told. */
export class Reckoning {
  readonly #database: Database;

  constructor(url: string) {
    this.#database = new Database(url);
  }

  close(): Promise<void> {
    return this.#database.onApplicationShutdown();
  }

  /** Work that nobody has finished yet. */
  async unfinished(): Promise<readonly string[]> {
    return (await this.#database.query<{ what: string }>(unfinished)).map(({ what }) => what);
  }

  async events(): Promise<number> {
    const [row] = await this.#database.query<{ count: string }>('select count(*) from log.events');
    return Number(row?.count);
  }

  /** Everything that is not as it must be, a line each. */
  async faults(journal: Journal): Promise<readonly string[]> {
    const found: string[] = [];
    for (const [name, sql] of laws)
      for (const row of await this.#database.query<object & Record<string, unknown>>(sql))
        found.push(`${name}: ${JSON.stringify(row)}`);
    return [...found, ...wordFaults(journal, await this.#written()), ...paymentFaults(journal, await this.#sessions())];
  }

  #written(): Promise<readonly Written[]> {
    return this.#database.query<Written>(
      `select origin->>'request' as request, type, stream from log.events where type = any($1)`,
      [wanted],
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
