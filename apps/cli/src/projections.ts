import { Command } from 'commander';
import {
  BrokenFold,
  type FoldProgress,
  NothingToRollBack,
  NothingToSkip,
  ProjectionBusy,
  type ProjectionStatus,
  Projector,
  type RebuildReport,
  type RebuiltTable,
  type StoredTable,
  TableInUse,
  type VerificationResult,
} from '#platform/projections';
import { count, position } from './arguments.ts';
import { Failure, NotFound } from './errors.ts';
import { processPriority } from './process-priority.ts';
import { withProduct } from './product.ts';
import { pauseEffect, preview, rebuildEffect, rollbackEffect } from './projections-preview.ts';
import { requireImpersonalReason } from './reason.ts';
import { table } from './table.ts';

type Output = { readonly json?: boolean };
type Change = Output & { readonly dryRun?: boolean };
type ChangeOfMany = Change & { readonly all?: boolean };
type Skip = Output & { readonly reason: string };
type Prune = Change & { readonly olderThan: number };
type Verify = Output & { readonly maxRate?: number };
type Rollback = Change & { readonly maxRate?: number };
type Rebuild = Rollback & ChangeOfMany & { readonly resume?: boolean; readonly discard?: boolean };

/** The maximum number of keys of differing rows that are listed. */
const keysShown = 20;
/** The maximum number of projections whose names a progress line lists. */
const namesShown = 3;

const examples = `
Examples:
  festoon projections list                          tables with their sizes, and leftovers of rebuilds
  festoon projections status --json                 position and lag of each one, for scripts
  festoon projections rebuild bookings              the site stays in use
  festoon projections rebuild --all --max-rate 5000
  festoon projections rebuild bookings --resume --dry-run
  festoon projections verify                        compare every row with a fresh fold
  festoon projections rollback bookings             swap back the table that the rebuild replaced
  festoon projections pause bookings
  festoon projections resume --all
  festoon projections skip payments 4711 --reason "a malformed event, case 2031"
  festoon projections prune --dry-run

Names can be given with or without the version. Exit codes: 0 success and no problem found, 1 failed, refused, stalled
or rows differ, 2 called wrongly or not found. docs/operations/projection-drill.md describes how to repair a read table.`;

export const projectionsCommand = (): Command => {
  const group = new Command('projections').description('show, verify, rebuild and repair read tables');
  for (const command of [...readingCommands(), ...foldingCommands(), ...operatingCommands()])
    group.addCommand(command.option('--json', 'JSON for programs').addHelpText('after', examples));
  return group.addHelpText('after', examples);
};

const readingCommands = (): readonly Command[] => [
  new Command('list')
    .description('list all tables of projections with their sizes, and leftovers of rebuilds')
    .action(list),
  new Command('status')
    .description('show the position, lag, process and state of each projection; exit code 1 if one is stalled')
    .action(status),
  new Command('verify')
    .description('compare every row with a fresh fold; exit code 1 and the keys of rows that differ')
    .argument('[names...]', 'all by default')
    .option('--max-rate <events>', 'the maximum number of events per second', count)
    .action(verify),
];

const foldingCommands = (): readonly Command[] => [
  withNames(new Command('rebuild'))
    .description(
      'fold again from the first event, compare and swap; the old table stays in use until the swap and is kept for a day',
    )
    .option('--max-rate <events>', 'the maximum number of events per second', count)
    .option('--resume', 'continue an interrupted rebuild of the same release')
    .option('--discard', 'do not keep the old table: no rollback will be possible')
    .option('--dry-run', dryRun)
    .action(rebuild),
  new Command('rollback')
    .description('swap back the table that the last rebuild or rollback replaced, after catching it up')
    .argument('<name>', 'as status shows it')
    .option('--max-rate <events>', 'the maximum number of events per second', count)
    .option('--dry-run', dryRun)
    .action(rollback),
];

const operatingCommands = (): readonly Command[] => [
  withNames(new Command('pause'))
    .description('stop projecting in every process, until resumed')
    .option('--dry-run', dryRun)
    .action((names: readonly string[], many: ChangeOfMany, command: Command) => pause(names, many, command, true)),
  withNames(new Command('resume'))
    .description('resume paused projections')
    .option('--dry-run', dryRun)
    .action((names: readonly string[], many: ChangeOfMany, command: Command) => pause(names, many, command, false)),
  new Command('skip')
    .description('skip the event at which a projection is stalled; its rows will not show that event')
    .argument('<name>', 'as status shows it')
    .argument('<position>', 'the position of the event, as status shows it', position)
    .requiredOption('--reason <text>', 'why, without names: it is stored in the log permanently')
    .action(skip),
  new Command('prune')
    .description('drop leftovers of rebuilds, and tables that no release has used for a day')
    .option('--older-than <hours>', 'only drop leftovers of rebuilds that are at least this old', hours, 0)
    .option('--dry-run', 'only show what would be dropped')
    .action(prune),
];

/** The description of `--dry-run`. */
const dryRun = 'only show what would change, and whether it would be refused';

const withNames = (command: Command): Command =>
  command.argument('[names...]', 'as status shows them').option('--all', 'all projections');

const hours = (text: string): number => (text === '0' ? 0 : count(text));

const list = async ({ json }: Output): Promise<void> => {
  const found = await withProduct((product) => product.get(Projector).tables());
  if (json) return console.log(JSON.stringify(found, null, 2));
  const rows = found.map((one) => [one.name, kindText(one), `~${one.rows}`, sizeOf(one.bytes)]);
  console.log(table([['TABLE', 'KIND', 'ROWS', 'SIZE'], ...rows]));
};

const kindText = ({ kind, since }: StoredTable): string =>
  ({
    read: 'in use',
    kept: `kept for a rollback since ${since}`,
    unfinished: `left by an interrupted rebuild, ${since}`,
    other: `of another release, last used ${since}`,
  })[kind];

const status = async ({ json }: Output): Promise<void> => {
  const found = await withProduct((product) => product.get(Projector).status());
  if (json) console.log(JSON.stringify(found.map(toJson), null, 2));
  else {
    const rows = found.map((one) => [
      one.name,
      String(one.position),
      String(one.behind),
      one.behind > 0n ? `${(one.age / 1000).toFixed(1)} s` : '-',
      one.holder ?? 'none',
      stateOf(one),
    ]);
    console.log(table([['PROJECTION', 'POSITION', 'BEHIND', 'LAG', 'PROJECTED BY', 'STATE'], ...rows]));
  }
  if (found.some(({ failure }) => failure)) process.exitCode = 1;
};

const stateOf = ({ failure, skipped, paused, rebuild, kept }: ProjectionStatus): string =>
  [
    failure && `stalled: ${failure}`,
    skipped && `skipped ${skipped.length === 1 ? 'event' : 'events'} ${skipped.join(', ')}`,
    paused && `paused since ${paused}`,
    rebuild && `rebuilding, ${Math.floor(rebuild.done * 100)} %, by ${rebuild.by}`,
    kept && `rollback available since ${kept}`,
  ]
    .filter(Boolean)
    .join('; ') || 'ok';

const pause = async (
  names: readonly string[],
  { all, json, dryRun }: ChangeOfMany,
  command: Command,
  paused: boolean,
): Promise<void> => {
  requireNamesOrAll(names, all, command);
  if (dryRun) return preview((all) => projectionsNamed(all, names), pauseEffect(paused), json);
  const changedNames = await withProduct(async (product) => {
    const projector = product.get(Projector);
    const projectionNames = projectionsNamed(projector.names, names);
    await projector.pause(projectionNames, paused);
    return projectionNames;
  });
  if (json) return console.log(JSON.stringify({ [paused ? 'paused' : 'resumed']: changedNames }));
  for (const name of changedNames) console.log(`${name} is ${paused ? 'paused' : 'resumed'}`);
};

const skip = async (name: string, at: bigint, { reason, json }: Skip): Promise<void> => {
  requireImpersonalReason(reason);
  const projection = await withProduct(async (product) => {
    const projector = product.get(Projector);
    const projection = projectionNamed(projector.names, name);
    await projector.skip(projection, at);
    return projection;
  }, reason).catch((error) => {
    throw error instanceof NothingToSkip ? new Failure(error.message) : error;
  });
  if (json) console.log(JSON.stringify({ projection, skipped: String(at) }));
  else console.log(`${projection} skips event ${at} and continues`);
};

const prune = async ({ olderThan, dryRun, json }: Prune): Promise<void> => {
  const [found, dropped] = await withProduct(async (product) => {
    const projector = product.get(Projector);
    const found = await projector.leftovers(olderThan);
    return [found, dryRun ? [] : await projector.prune(found)] as const;
  });
  if (json) console.log(JSON.stringify({ found, dropped }, null, 2));
  else {
    for (const one of found)
      console.log(
        `${one.name}, ${kindText(one)}, ${sizeOf(one.bytes)}: ${dryRun ? 'would be dropped' : dropResult(one, dropped)}`,
      );
    if (found.length === 0) console.log('There is nothing to drop');
  }
  if (!dryRun && dropped.length < found.length)
    throw new Failure('Some tables are in use. Run the command again later.');
};

const dropResult = (one: StoredTable, dropped: readonly StoredTable[]): string =>
  dropped.includes(one) ? 'dropped' : 'in use';

const rebuild = async (
  names: readonly string[],
  { json, all, dryRun, ...options }: Rebuild,
  command: Command,
): Promise<void> => {
  requireNamesOrAll(names, all, command);
  if (dryRun) return preview((all) => projectionsNamed(all, names), rebuildEffect(options), json);
  const startedAt = performance.now();
  const report = await withExplainedErrors(async (projector) =>
    projector.rebuild(projectionsNamed(projector.names, names), {
      ...options,
      onProgress: (progress) => console.error(progressLine(progress)),
      onStep: (name, step) => console.error(`${name}: ${step}`),
    }),
  );
  if (json) console.log(JSON.stringify({ ...plainReport(report), seconds: secondsSince(startedAt) }, null, 2));
  else {
    for (const one of report.rebuilt) for (const line of linesOf(one)) console.log(line);
    console.log(
      `${report.events} events folded in ${report.seconds.toFixed(1)} s, finished in ${secondsSince(startedAt)} s`,
    );
  }
};

/** Whether a read table has other rows than a fresh fold of the log, or could not be compared. */
export const differs = ({ different, failure }: VerificationResult): boolean => different > 0 || failure !== undefined;

const verify = async (names: readonly string[], { json, maxRate }: Verify): Promise<void> => {
  const found = await withExplainedErrors(async (projector) =>
    projector.verificationResults(projectionsNamed(projector.names, names), {
      ...(maxRate !== undefined && { maxRate }),
      onProgress: (progress) => console.error(progressLine(progress)),
    }),
  );
  const failedResults = found.filter(differs);
  if (json) console.log(JSON.stringify({ ok: failedResults.length === 0, projections: found.map(toJson) }, null, 2));
  else for (const one of found) console.log(verificationLine(one));
  if (failedResults.length > 0) process.exitCode = 1;
};

const rollback = async (name: string, { json, maxRate, dryRun }: Rollback): Promise<void> => {
  if (dryRun) return preview((all) => [projectionNamed(all, name)], rollbackEffect, json);
  const result = await withExplainedErrors(async (projector) =>
    projector.rollback(projectionNamed(projector.names, name), maxRate === undefined ? {} : { maxRate }),
  );
  if (json) return console.log(JSON.stringify(toJson(result)));
  console.log(
    `${result.name} was rolled back; the ${result.events} events since then were folded; readers waited at most ${result.readersWaited.toFixed(1)} ms`,
  );
};

/** Works on the projector with low priority. Errors that an operator can fix become a message without a stack. */
const withExplainedErrors = async <T>(work: (projector: Projector) => Promise<T>): Promise<T> => {
  try {
    return await withProduct((product) => {
      processPriority.lower();
      return work(product.get(Projector));
    });
  } catch (error) {
    if (error instanceof BrokenFold)
      throw new Failure(`${error.projection} was not rebuilt: its fold failed: ${error.message}`);
    if ([NothingToRollBack, ProjectionBusy, TableInUse].some((kind) => error instanceof kind))
      throw new Failure((error as Error).message);
    throw error;
  }
};

const progressLine = ({ done, rate, left, names }: FoldProgress): string =>
  `${String(Math.floor(done * 100)).padStart(3)} %  ${Math.round(rate)} events/s  ${Math.ceil(left)} s left  ${names.length > namesShown ? `${names.length} projections` : names.join(', ')}`;

const linesOf = ({ name, rows, comparison, readersWaited }: RebuiltTable): readonly string[] => [
  `${name} was rebuilt: ${rows} rows, readers waited at most ${readersWaited.toFixed(1)} ms for the swap`,
  ...(comparison
    ? [
        `  the old table had ${comparison.rows} rows; ${comparison.different === 1 ? '1 row differed' : `${comparison.different} rows differed`}${keysIn(comparison)}`,
      ]
    : ['  not compared: the old table was at another position']),
];

const verificationLine = ({ name, position, rows, fresh, different, keys, failure }: VerificationResult): string => {
  if (failure !== undefined) return `${name}: the fold failed: ${failure}`;
  if (different === 0) return `${name}: all ${rows} rows match the log through position ${position}`;
  return `${name}: ${different === 1 ? '1 row differs' : `${different} rows differ`}, of ${rows} in the table and ${fresh} in a fresh fold${keysIn({ different, keys })}`;
};

const keysIn = ({ different, keys }: Pick<VerificationResult, 'different' | 'keys'>): string => {
  if (different === 0) return '';
  const more = different > keysShown ? ` and ${different - keysShown} more` : '';
  return `: ${keys.slice(0, keysShown).join(', ')}${more}`;
};

const plainReport = ({ rebuilt, events, seconds }: RebuildReport) => ({
  rebuilt: rebuilt.map(toJson),
  events,
  foldSeconds: Number(seconds.toFixed(1)),
});

/** Ends the command unless it was given either names or --all. */
const requireNamesOrAll = (names: readonly string[], everything: boolean | undefined, command: Command): void => {
  if ((everything === true) === names.length > 0) command.error('error: give either names or --all');
};

/** The full names of the given projections, or of all projections if none is given. */
const projectionsNamed = (all: readonly string[], names: readonly string[]): readonly string[] =>
  names.length === 0 ? all : names.map((name) => projectionNamed(all, name));

/** Finds a projection by its name with or without the version. */
const projectionNamed = (all: readonly string[], name: string): string => {
  const found = all.find((each) => each === name || each.replace(/_v\d+$/, '') === name);
  if (found) return found;
  throw new NotFound(`There is no projection ${name}. There are: ${[...all].sort().join(', ')}`);
};

/**
 * Positions become strings, as everywhere in the product's JSON, because they can exceed the range of a JSON number.
 */
const toJson = (value: object): object =>
  Object.fromEntries(Object.entries(value).map(([name, each]) => [name, toJsonValue(each)]));

const toJsonValue = (value: unknown): unknown => {
  if (typeof value === 'bigint') return String(value);
  return Array.isArray(value) ? value.map(toJsonValue) : value;
};

const sizeOf = (bytes: number): string => {
  const steps = ['B', 'kB', 'MB', 'GB', 'TB'] as const;
  const step = Math.min(steps.length - 1, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(1_000)));
  return `${(bytes / 1_000 ** step).toFixed(step === 0 ? 0 : 1)} ${steps[step]}`;
};

const secondsSince = (startedAt: number): number => Number(((performance.now() - startedAt) / 1_000).toFixed(1));
