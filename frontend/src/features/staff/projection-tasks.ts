import type { MaintenanceEntry, MaintenanceTask, StaffProjections } from '#backoffice/contract';

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
};

/** Whether the task is possible for all of these projections. */
export const isPossible = (task: MaintenanceTask, projections: readonly Projection[]): boolean => {
  if (projections.length === 0) return false;
  if (task === 'rollback') return projections.every(({ keptSince }) => keptSince !== null);
  if (task === 'pause') return projections.some(({ pausedAt }) => pausedAt === null);
  if (task === 'resume') return projections.some(({ pausedAt }) => pausedAt !== null);
  return true;
};

/** How long a rebuild still takes if it keeps its speed, in seconds; undefined before it has made progress. */
export const secondsLeft = ({ since, done }: NonNullable<Projection['rebuild']>, now: number): number | undefined =>
  done <= 0 ? undefined : Math.max(0, Math.ceil((((now - Date.parse(since)) / 1_000) * (1 - done)) / done));

const rows = (count: number): string => `${count.toLocaleString('en-US')} row${count === 1 ? '' : 's'}`;

/** What came of a task, in a sentence. */
export const outcomeOf = ({ task, endedAt, failure, tables }: MaintenanceEntry): string => {
  if (failure !== null) return `Failed: ${failure}`;
  if (endedAt === null) return 'Not finished yet';
  if (tables.length === 0) return 'Done';
  const total = tables.reduce((sum, { rows: count }) => sum + count, 0);
  const differing = tables.filter(({ different }) => different !== null && different > 0);
  const unknown = tables.filter(({ different }) => different === null).map(({ name }) => name);
  const parts = [
    differing.length === 0 && unknown.length < tables.length && `${rows(total)}, none differs from a fresh fold`,
    ...differing.map(({ name, different }) => `${name}: ${rows(different ?? 0)} differed`),
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
