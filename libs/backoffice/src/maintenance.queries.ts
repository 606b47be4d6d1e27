import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { MaintenanceEntry } from './contract.ts';
import { maintenanceRows } from './maintenance.rows.ts';

/** How many tasks are listed. */
const listed = 10;

/** The tasks on projections that staff started. */
@Injectable()
export class MaintenanceQueries {
  constructor(private readonly em: EntityManager) {}

  /** The latest tasks, the newest first. */
  async latest(): Promise<MaintenanceEntry[]> {
    const rows = await this.em.find(maintenanceRows, {}, { orderBy: { number: 'desc' }, limit: listed });
    return rows.map(({ number, task, projections, startedBy, startedByRole, startedAt, endedAt, tables, failure }) => ({
      number,
      task,
      projections: [...projections],
      startedBy: { id: startedBy, role: startedByRole },
      startedAt,
      endedAt: endedAt ?? null,
      tables: tables.map((table) => ({ ...table, keys: [...(table.keys ?? [])] })),
      failure: failure ?? null,
    }));
  }
}
