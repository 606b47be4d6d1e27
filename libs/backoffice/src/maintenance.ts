import { aggregate, refuse } from '#kernel';

export type MaintenanceTask = 'verify' | 'rebuild' | 'rollback' | 'pause' | 'resume' | 'prune';
/**
 * A row count and the number of rows that differ from a fresh fold; null if they were not compared. `keys` are the
 * first keys of the rows that differ: ids, never personal data.
 */
export type MaintainedTable = {
  readonly name: string;
  readonly rows: number;
  readonly different: number | null;
  readonly keys?: readonly string[];
};
type Task = { task: MaintenanceTask; projections: readonly string[] };

export type MaintenanceCommands = {
  start: Task;
  finish: { number: number; tables: readonly MaintainedTable[] };
  fail: { number: number; failure: string };
};

/** `number` counts the tasks from 1. Who started a task is in the envelope. */
export type MaintenanceEvents = {
  MaintenanceStarted: Task & { number: number };
  MaintenanceFinished: { number: number; tables: readonly MaintainedTable[] };
  MaintenanceFailed: { number: number; failure: string };
};

type Running = Task & { readonly number: number };
type Maintenance = { readonly count: number; readonly running: Running | null };

/** There is one stream: two tasks at a time would compete for the log and for the same tables. */
export const maintenanceId = 'maintenance-projections';

const isRunning = ({ running }: Maintenance, number: number): boolean => running?.number === number;

/** Work on projections that staff start in the back office, one task at a time. */
export const maintenance = aggregate<MaintenanceCommands, MaintenanceEvents, Maintenance, 'maintenance'>({
  stream: 'maintenance',
  initial: { count: 0, running: null },
  decide: {
    start({ count, running }, { facts: { task, projections } }) {
      if (running) refuse('maintenance-running', 'Another task is not finished yet');
      return [{ type: 'MaintenanceStarted', data: { number: count + 1, task, projections } }];
    },
    finish: (state, { facts: { number, tables } }) =>
      isRunning(state, number) ? [{ type: 'MaintenanceFinished', data: { number, tables } }] : [],
    fail: (state, { facts: { number, failure } }) =>
      isRunning(state, number) ? [{ type: 'MaintenanceFailed', data: { number, failure } }] : [],
  },
  evolve: {
    MaintenanceStarted: (_, started) => ({ count: started.number, running: started }),
    MaintenanceFinished: ({ count }) => ({ count, running: null }),
    MaintenanceFailed: ({ count }) => ({ count, running: null }),
  },
});
