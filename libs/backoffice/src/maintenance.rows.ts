import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Instant, WholeNumber } from '#platform/projections';
import type { MaintainedTable, MaintenanceTask } from './maintenance.ts';

/** One row for each task on projections. `endedAt` is null while it is not finished; `failure` says why it failed. */
export const maintenanceRows = defineEntity({
  name: 'MaintenanceRow',
  properties: {
    id: p.text().primary(),
    number: p.type(WholeNumber),
    task: p.text().$type<MaintenanceTask>(),
    projections: p.json<readonly string[]>(),
    startedBy: p.text(),
    startedByRole: p.text(),
    startedAt: p.type(Instant),
    endedAt: p.type(Instant).nullable(),
    tables: p.json<readonly MaintainedTable[]>(),
    failure: p.text().nullable(),
  },
  indexes: [{ properties: ['number'] }],
});
export type MaintenanceRow = InferEntity<typeof maintenanceRows>;
