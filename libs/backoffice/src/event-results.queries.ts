import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Receipt } from '#platform/audit';
import { Modules } from '#platform/module';
import { type AuditRow, auditRows } from './audit.rows.ts';
import { type EventResults, resultsOf } from './contract.ts';

/**
 * The modules whose events the holders of receipts see. Events of others, such as payouts, also concern other people.
 */
const shownModules = ['notifications', 'payments', 'galleries', 'leads', 'catalog'];
/** Results are read for at most this many events, the newest ones, and at most this many results. */
const maxEvents = 200;
const maxResults = 500;

/** What the events of a receipt led to in other modules. */
@Injectable()
export class EventResultsQueries {
  constructor(
    private readonly em: EntityManager,
    private readonly modules: Modules,
  ) {}

  /** The receipt says which events its holder may see. */
  async of({ subject, events }: Receipt): Promise<EventResults> {
    const positions = events.slice(-maxEvents).map(({ position }) => Number(position));
    const causes = await this.em.find(auditRows, { stream: subject, position: { $in: positions } });
    const direct = await this.#causedBy(causes);
    const emails = await this.#causedBy(direct.filter(({ module }) => module === 'notifications'));
    const results = [...direct, ...emails];
    const items = causes.map(({ id, version }) => ({ version, results: this.#counted(resultsOf(id, results)) }));
    return { items: items.filter((item) => item.results.length > 0) };
  }

  async #causedBy(causes: readonly AuditRow[]): Promise<readonly AuditRow[]> {
    const ids = causes.map(({ id }) => id);
    if (ids.length === 0) return [];
    const where = { causation: { $in: ids }, module: { $in: shownModules } };
    return this.em.find(auditRows, where, { orderBy: { position: 'asc' }, limit: maxResults });
  }

  /** Each kind of event once. */
  #counted(rows: readonly AuditRow[]): EventResults['items'][number]['results'] {
    const ofTypes = [...Map.groupBy(rows, ({ type }) => type)];
    return ofTypes.map(([type, same]) => ({ title: this.modules.auditTitle(type) ?? type, count: same.length }));
  }
}
