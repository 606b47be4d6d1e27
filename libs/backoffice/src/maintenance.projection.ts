import type { Projection } from '#kernel';
import type { MaintenanceRow } from './maintenance.rows.ts';
import type { MaintenanceEvents } from './maintenance.ts';

export const maintenanceTasks: Projection<MaintenanceEvents, MaintenanceRow> = {
  table: 'maintenance_tasks',
  version: 1,
  key: ({ data: { number } }) => String(number),
  insert: {
    MaintenanceStarted: ({ number, task, projections }, { by, at }) => ({
      id: String(number),
      number,
      task,
      projections,
      startedBy: by.id,
      startedByRole: by.role,
      startedAt: at,
      endedAt: null,
      tables: [],
      failure: null,
    }),
  },
  update: {
    MaintenanceFinished: (row, { tables }, { at }) => ({ ...row, endedAt: at, tables }),
    MaintenanceFailed: (row, { failure }, { at }) => ({ ...row, endedAt: at, failure }),
  },
};
