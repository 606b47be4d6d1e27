import { expect, test } from '@jest/globals';
import type { MaintenanceEntry } from '#backoffice/contract';
import {
  isPossible,
  isTaskRunning,
  lagOf,
  namesText,
  outcomeOf,
  type Projection,
  secondsLeft,
  speedOf,
  titleOf,
  withReading,
} from './projection-tasks.ts';

const projection = (changes: Partial<Projection> = {}): Projection => ({
  name: 'leads_v1',
  position: 7,
  behind: 0,
  age: 0,
  holder: null,
  pausedAt: null,
  failure: null,
  failedAt: null,
  rebuild: null,
  keptSince: null,
  ...changes,
});
const entry = (changes: Partial<MaintenanceEntry>): MaintenanceEntry => ({
  number: 1,
  task: 'verify',
  projections: ['leads_v1'],
  startedBy: { id: 'ann', role: 'ops' },
  startedAt: '2026-01-01T00:00:00.000Z',
  endedAt: '2026-01-01T00:01:00.000Z',
  tables: [],
  failure: null,
  ...changes,
});

test('a task is possible only for projections that it can change', () => {
  const at = '2026-01-01T00:00:00.000Z';
  expect(isPossible('verify', [])).toBe(false);
  expect(isPossible('rebuild', [projection()])).toBe(true);
  expect(isPossible('rollback', [projection(), projection({ keptSince: at })])).toBe(false);
  expect(isPossible('rollback', [projection({ keptSince: at })])).toBe(true);
  expect(isPossible('pause', [projection({ pausedAt: at })])).toBe(false);
  expect(isPossible('resume', [projection({ pausedAt: at }), projection()])).toBe(true);
  expect(isPossible('resume', [projection()])).toBe(false);
});

test('a pause that does not end, because the table of the tasks is paused, does not prevent resuming it', () => {
  expect(isTaskRunning([entry({ task: 'rebuild', endedAt: null })])).toBe(true);
  expect(isTaskRunning([entry({ task: 'rebuild' }), entry({ task: 'pause', endedAt: null })])).toBe(false);
});

test('the time that is left follows from the speed so far', () => {
  const since = '2026-01-01T00:00:00.000Z';
  expect(secondsLeft({ since, done: 0.25 }, Date.parse(since) + 10_000)).toBe(30);
  expect(secondsLeft({ since, done: 1 }, Date.parse(since) + 10_000)).toBe(0);
  expect(secondsLeft({ since, done: 0 }, Date.parse(since) + 10_000)).toBeUndefined();
});

test('the outcome names what differed and what was not compared', () => {
  const equal = { name: 'leads_v1', rows: 1_200, different: 0, keys: [] };
  expect(outcomeOf(entry({ endedAt: null }))).toBe('Not finished yet');
  expect(outcomeOf(entry({ failure: 'leads_v1 is already being rebuilt' }))).toBe(
    'Failed: leads_v1 is already being rebuilt',
  );
  expect(outcomeOf(entry({ task: 'pause' }))).toBe('Done');
  expect(outcomeOf(entry({ tables: [equal] }))).toBe('1,200 rows, none differs from a fresh fold');
  expect(outcomeOf(entry({ tables: [equal, { name: 'users_v1', rows: 3, different: 1, keys: ['ann'] }] }))).toBe(
    'users_v1: 1 row differed',
  );
  expect(outcomeOf(entry({ tables: [{ ...equal, different: null }] }))).toBe('Could not be folded: leads_v1');
  expect(outcomeOf(entry({ task: 'rebuild', tables: [{ ...equal, different: null }] }))).toBe('Not compared: leads_v1');
});

test('the title says whether the task succeeded', () => {
  expect(titleOf(entry({}))).toBe('Verified leads_v1');
  expect(titleOf(entry({ endedAt: null }))).toBe('Verifying leads_v1');
  expect(titleOf(entry({ failure: 'The table was in use' }))).toBe('Verifying leads_v1');
});

test('more than three names are counted', () => {
  expect(namesText(['a', 'b', 'c'])).toBe('a, b, c');
  expect(namesText(['a', 'b', 'c', 'd'])).toBe('4 projections');
});

test('the speed follows from the last two readings, or from those of a rebuild', () => {
  const first = withReading(undefined, [projection({ position: 100 })], 1_000);
  expect(speedOf(first, 'leads_v1')).toBeUndefined();
  const second = withReading(first, [projection({ position: 600 })], 3_000);
  expect(speedOf(second, 'leads_v1')).toBe(250);
  expect(withReading(second, [projection({ position: 600 })], 3_000)).toBe(second);
  const rebuild = { by: 'festoon 1@machine', since: '2026-01-01T00:00:00.000Z', done: 0.5, folded: 4_600 };
  expect(speedOf(withReading(second, [projection({ rebuild })], 5_000), 'leads_v1')).toBe(2_000);
  expect(speedOf(withReading(second, [projection({ position: 600 })], 5_000), 'leads_v1')).toBeUndefined();
});

test('the outcome names the dropped tables', () => {
  const table = { name: 'leads_v1', rows: 2, different: null, keys: [] };
  expect(outcomeOf(entry({ task: 'prune', tables: [table] }))).toBe('Dropped: leads_v1');
  expect(outcomeOf(entry({ task: 'prune' }))).toBe('Nothing was dropped: the tables are in use');
});

test('the lag names one event and several', () => {
  expect([0, 1, 1_200].map((behind) => lagOf({ behind, age: 1_100 }))).toEqual([
    'Caught up',
    '1 event, 2 s',
    '1,200 events, 2 s',
  ]);
});
