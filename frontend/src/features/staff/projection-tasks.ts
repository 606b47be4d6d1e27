import {
  type MaintenanceEntry,
  type MaintenanceTask,
  maintenanceTasks,
  type StaffProjections,
} from '#backoffice/contract';
import { amount } from '../../platform/text.ts';

export type Projection = StaffProjections['items'][number];

/**
 * The texts of each task: its button, what a running and an ended one is called, and what a person confirms before it.
 */
export const tasks: Readonly<
  Record<MaintenanceTask, { label: string; running: string; done: string; confirmation: string | undefined }>
> = {
  verify: { label: 'Verify', running: 'Verifying', done: 'Verified', confirmation: undefined },
  rebuild: {
    label: 'Rebuild',
    running: 'Rebuilding',
    done: 'Rebuilt',
    confirmation:
      'Each one is folded again from the first event. Pages use the old rows until the tables are swapped, and the old table is kept for a day.',
  },
  rollback: {
    label: 'Roll back',
    running: 'Rolling back',
    done: 'Rolled back',
    confirmation: 'The table that the last rebuild replaced is used again, after it has caught up with the log.',
  },
  pause: {
    label: 'Pause',
    running: 'Pausing',
    done: 'Paused',
    confirmation: 'Pages that read it show nothing newer until someone resumes it.',
  },
  resume: { label: 'Resume', running: 'Resuming', done: 'Resumed', confirmation: undefined },
  prune: {
    label: 'Drop',
    running: 'Dropping old tables of',
    done: 'Dropped old tables of',
    confirmation: 'You cannot roll back to a dropped table. Its rows can be folded again from the log.',
  },
};

/** The tasks for projections; `prune` is for tables that no projection uses. */
export const projectionTasks = maintenanceTasks.filter((task) => task !== 'prune');

export type Leftover = StaffProjections['leftovers'][number];

/** Why a table still exists. */
export const leftoverTexts: Readonly<Record<Leftover['kind'], string>> = {
  kept: 'Replaced by a rebuild',
  unfinished: 'Left by a rebuild that did not finish',
  other: 'From a version that no process uses',
};

/**
 * Whether a task is running, so that no other one can start. Pausing and resuming end at once: such a task seems to run
 * only as long as the table of the tasks is itself paused or late.
 */
export const isTaskRunning = (entries: readonly MaintenanceEntry[]): boolean =>
  entries.some(({ task, endedAt }) => endedAt === null && task !== 'pause' && task !== 'resume');

/** Whether the task can be started for these projections: pausing and resuming if it changes at least one of them. */
export const isPossible = (task: MaintenanceTask, projections: readonly Projection[]): boolean => {
  if (projections.length === 0) return false;
  if (task === 'rollback') return projections.every(({ keptSince }) => keptSince !== null);
  if (task === 'pause') return projections.some(({ pausedAt }) => pausedAt === null);
  if (task === 'resume') return projections.some(({ pausedAt }) => pausedAt !== null);
  return task !== 'prune';
};

type Progress = Pick<NonNullable<Projection['rebuild']>, 'since' | 'done'>;

/** How long a rebuild still takes if it keeps its speed, in seconds; undefined before it has made progress. */
export const secondsLeft = ({ since, done }: Progress, now: number): number | undefined =>
  done <= 0 ? undefined : Math.max(0, Math.ceil((((now - Date.parse(since)) / 1_000) * (1 - done)) / done));

/** The position of each projection at one moment; `at` is in milliseconds. */
type Reading = { readonly at: number; readonly positions: ReadonlyMap<string, number> };

const positionsOf = (items: readonly Projection[]): ReadonlyMap<string, number> =>
  new Map(items.map(({ name, position, rebuild }) => [name, rebuild?.folded ?? position]));

/** The two latest readings, whose difference gives the speed. */
export type Readings = { readonly newest: Reading; readonly before?: Reading };

/** Adds a reading, unless it is the newest one already. */
export const withReading = (known: Readings | undefined, items: readonly Projection[], at: number): Readings => {
  if (known?.newest.at === at) return known;
  return { newest: { at, positions: positionsOf(items) }, ...(known && { before: known.newest }) };
};

/** Events per second between the last two readings; undefined if that is not known, or nothing moved. */
export const speedOf = ({ newest, before }: Readings, name: string): number | undefined => {
  const [to, from] = [newest.positions.get(name), before?.positions.get(name)];
  if (to === undefined || from === undefined || before === undefined || to <= from) return undefined;
  return ((to - from) * 1_000) / (newest.at - before.at);
};

/** How far a projection is behind the log: `6 events, 2 s`. */
export const lagOf = ({ behind, age }: Pick<Projection, 'behind' | 'age'>): string =>
  behind === 0 ? 'Caught up' : `${amount(behind, 'event')}, ${Math.ceil(age / 1_000)} s`;

/** What came of a task, in a sentence. */
export const outcomeOf = ({ task, endedAt, failure, tables }: MaintenanceEntry): string => {
  if (failure !== null) return `Failed: ${failure}`;
  if (endedAt === null) return 'Not finished yet';
  if (task === 'prune') {
    const dropped = tables.map(({ name }) => name).join(', ');
    return tables.length === 0 ? 'Nothing was dropped: the tables are in use' : `Dropped: ${dropped}`;
  }
  if (tables.length === 0) return 'Done';
  const total = tables.reduce((sum, { rows: count }) => sum + count, 0);
  const differing = tables.filter(({ different }) => different !== null && different > 0);
  const unknown = tables.filter(({ different }) => different === null).map(({ name }) => name);
  const parts = [
    differing.length === 0 &&
      unknown.length < tables.length &&
      `${amount(total, 'row')}, none differs from a fresh fold`,
    ...differing.map(({ name, different }) => `${name}: ${amount(different ?? 0, 'row')} differed`),
    unknown.length > 0 &&
      (task === 'verify' ? `Could not be folded: ${unknown.join(', ')}` : `Not compared: ${unknown.join(', ')}`),
  ];
  return parts.filter(Boolean).join('. ');
};

/** What is or was done to which projections. */
export const titleOf = ({ task, projections, endedAt, failure }: MaintenanceEntry): string =>
  `${endedAt === null || failure !== null ? tasks[task].running : tasks[task].done} ${namesText(projections)}`;

/** All names, or how many there are. */
export const namesText = (names: readonly string[]): string =>
  names.length <= 3 ? names.join(', ') : `${names.length} projections`;
