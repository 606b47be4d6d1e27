import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { BookingsQueries } from '#bookings';
import { Modules } from '#platform/module';
import { type AuditRow, auditRows } from './audit.rows.ts';
import { type BookingResults, resultsOf } from './contract.ts';
import { TimelineRows } from './timeline-rows.queries.ts';

/** The modules whose events the parties are told of. Payouts, matches and the like concern other people too. */
const shownModules: ReadonlySet<string> = new Set(['notifications', 'payments', 'galleries', 'leads', 'catalog']);
/** How many events of a booking, and how many results of them, are read at most: the newest ones. */
const maxEvents = 200;
const maxResults = 500;

/** What the events of a booking led to, for its parties. */
@Injectable()
export class BookingResultsQueries {
  constructor(
    private readonly em: EntityManager,
    private readonly bookings: BookingsQueries,
    private readonly rows: TimelineRows,
    private readonly modules: Modules,
  ) {}

  /** Refuses `booking-not-found` and `booking-not-yours`. */
  async of(bookingId: string): Promise<BookingResults> {
    await this.bookings.ownParties(bookingId);
    const events = await this.em.find(
      auditRows,
      { stream: bookingId },
      { orderBy: { position: 'desc' }, limit: maxEvents },
    );
    const ids = events.map(({ id }) => id);
    const found = await this.rows.results('booking', ids, maxResults);
    const shown = found.filter(({ module }) => shownModules.has(module)).sort((a, b) => a.position - b.position);
    const items = events.map(({ id, version }) => ({ version, results: this.#counted(resultsOf(id, shown)) }));
    return { items: items.filter(({ results }) => results.length > 0) };
  }

  /** Each kind of event once. */
  #counted(rows: readonly AuditRow[]): BookingResults['items'][number]['results'] {
    const ofTypes = [...Map.groupBy(rows, ({ type }) => type)];
    return ofTypes.map(([type, same]) => ({ title: this.modules.auditTitle(type) ?? type, count: same.length }));
  }
}
