import { setPriority } from 'node:os';
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
  type Rebuilt,
  type StoredTable,
  TableInUse,
  type Verified,
} from '#platform/projections';
import { count, position } from './arguments.ts';
import { Failure, NotFound } from './errors.ts';
import { withProduct } from './product.ts';
import { requireImpersonalReason } from './reason.ts';
import { table } from './table.ts';

type Output = { readonly json?: boolean };
type Many = Output & { readonly all?: boolean };
type Skip = Output & { readonly reason: string };
type Prune = Output & { readonly olderThan: number; readonly dryRun?: boolean };
type Work = Output & { readonly maxRate?: number };
type Rebuild = Work & { readonly all?: boolean; readonly resume?: boolean; readonly discard?: boolean };

/** The most keys of differing rows that are listed. */
const keysShown = 20;
/** The most projections whose names a progress line lists. */
const namesShown = 3;
/** The process priority of a rebuild: lower than that of the processes that serve people. */
const niceness = 10;

const examples = `
Examples:
  festoon projections list                          tables, their sizes, what rebuilds left
  festoon projections status --json                 how far each one is, for scripts
  festoon projections rebuild bookings              while people use the site
  festoon projections rebuild --all --max-rate 5000
  festoon projections verify                        every row against a fresh fold
  festoon projections rollback bookings             back to what the rebuild replaced
  festoon projections pause bookings
  festoon projections resume --all
  festoon projections skip payments 4711 --reason "a malformed event, case 2031"
  festoon projections prune --dry-run

A name is taken with or without its version. Exit codes: 0 done and all well, 1 failed, refused or rows differ,
2 called wrongly. docs/operations/projection-drill.md shows what to do when a read table is wrong.`;

export const projections = (): Command => {
  const group = new Command('projections').description('read models: how far they are, and folding them again');
  for (const command of [...readingCommands(), ...foldingCommands(), ...operatingCommands()])
    group.addCommand(command.option('--json', 'JSON for programs').addHelpText('after', examples));
  return group.addHelpText('after', examples);
};

const readingCommands = (): readonly Command[] => [
  new Command('list').description('every table of a projection, with its size, and what rebuilds left').action(list),
  new Command('status')
    .description('how far each one is, how long the oldest event it lacks has waited, and who projects it')
    .action(status),
  new Command('verify')
    .description('compare every row with a fresh fold; code 1 and the keys where they differ')
    .argument('[names...]', 'all of them by default')
    .option('--max-rate <events>', 'the largest number of events per second', count)
    .action(verify),
];

const foldingCommands = (): readonly Command[] => [
  withNames(new Command('rebuild'))
    .description('fold again from the first event, compare, swap; the rows until now are read meanwhile and kept a day')
    .option('--max-rate <events>', 'the largest number of events per second', count)
    .option('--resume', 'go on where a rebuild of this same release was killed')
    .option('--discard', 'keep nothing of the rows until now: there will be no rollback')
    .action(rebuild),
  new Command('rollback')
    .description('swap back what the last rebuild or rollback replaced, brought up to now')
    .argument('<name>', 'as status shows it')
    .option('--max-rate <events>', 'the largest number of events per second', count)
    .action(rollback),
];

const operatingCommands = (): readonly Command[] => [
  withNames(new Command('pause'))
    .description('project no further, in every process, until resumed')
    .action((names: readonly string[], many: Many, command: Command) => pause(names, many, command, true)),
  withNames(new Command('resume'))
    .description('project again')
    .action((names: readonly string[], many: Many, command: Command) => pause(names, many, command, false)),
  new Command('skip')
    .description('skip the event at which a projection has stopped; its row does not show that event')
    .argument('<name>', 'as status shows it')
    .argument('<position>', 'of the event, as status shows it', position)
    .requiredOption('--reason <text>', 'the reason, without names: it stays in the log')
    .action(skip),
  new Command('prune')
    .description('drop what rebuilds left, and versions that no release has used for a day')
    .option('--older-than <hours>', 'of what rebuilds left only what is as old as this', hours, 0)
    .option('--dry-run', 'only say what would go')
    .action(prune),
];

const withNames = (command: Command): Command =>
  command.argument('[names...]', 'as status shows them').option('--all', 'all of them');

const hours = (text: string): number => (text === '0' ? 0 : count(text));

const list = async ({ json }: Output): Promise<void> => {
  const found = await withProduct((product) => product.get(Projector).tables());
  if (json) return console.log(JSON.stringify(found, null, 2));
  const rows = found.map((one) => [one.name, kindText(one), `~${one.rows}`, sizeOf(one.bytes)]);
  console.log(table([['TABLE', 'WHAT IT IS', 'ROWS', 'SIZE'], ...rows]));
};

const kindText = ({ kind, since }: StoredTable): string =>
  ({
    read: 'read',
    kept: `kept for a rollback since ${since}`,
    unfinished: `left by a rebuild that did not end, ${since}`,
    other: `of another release, last used ${since}`,
  })[kind];

const status = async ({ json }: Output): Promise<void> => {
  const found = await withProduct((product) => product.get(Projector).status());
  if (json) console.log(JSON.stringify(found.map(plain), null, 2));
  else {
    const rows = found.map((one) => [
      one.name,
      String(one.position),
      String(one.behind),
      one.behind > 0n ? `${(one.age / 1000).toFixed(1)} s` : '-',
      one.holder ?? 'nobody',
      stateOf(one),
    ]);
    console.log(table([['PROJECTION', 'POSITION', 'BEHIND', 'OLDEST', 'PROJECTED BY', 'STATE'], ...rows]));
  }
  if (found.some(({ failure }) => failure)) process.exitCode = 1;
};

const stateOf = ({ failure, skipped, paused, rebuild, kept }: ProjectionStatus): string =>
  [
    failure && `stands still: ${failure}`,
    skipped && `without ${skipped.length === 1 ? 'event' : 'events'} ${skipped.join(', ')}`,
    paused && `paused since ${paused}`,
    rebuild && `being rebuilt by ${rebuild.by}, ${Math.floor(rebuild.done * 100)} %`,
    kept && `can be rolled back, kept since ${kept}`,
  ]
    .filter(Boolean)
    .join('; ') || 'well';

const pause = async (
  names: readonly string[],
  { all, json }: Many,
  command: Command,
  paused: boolean,
): Promise<void> => {
  requireNamesOrAll(names, all, command);
  const done = await withProduct(async (product) => {
    const projector = product.get(Projector);
    const wanted = projectionsNamed(projector.names, names);
    await projector.pause(wanted, paused);
    return wanted;
  });
  if (json) return console.log(JSON.stringify({ [paused ? 'paused' : 'resumed']: done }));
  for (const name of done) console.log(`${name} is ${paused ? 'paused' : 'projected again'}`);
};

const skip = async (name: string, at: bigint, { reason, json }: Skip): Promise<void> => {
  requireImpersonalReason(reason);
  const skipped = await withProduct(async (product) => {
    const projector = product.get(Projector);
    const projection = projectionNamed(projector.names, name);
    await projector.skip(projection, at);
    return projection;
  }, reason).catch((error) => {
    throw error instanceof NothingToSkip ? new Failure(error.message) : error;
  });
  if (json) console.log(JSON.stringify({ projection: skipped, skipped: String(at) }));
  else console.log(`${skipped} goes on without event ${at}`);
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
        `${one.name}, ${kindText(one)}, ${sizeOf(one.bytes)}: ${dryRun ? 'would go' : dropResult(one, dropped)}`,
      );
    if (found.length === 0) console.log('There is nothing to drop');
  }
  if (!dryRun && dropped.length < found.length) throw new Failure('Some are in use: run it again later');
};

const dropResult = (one: StoredTable, dropped: readonly StoredTable[]): string =>
  dropped.includes(one) ? 'dropped' : 'in use';

const rebuild = async (
  names: readonly string[],
  { json, all, ...options }: Rebuild,
  command: Command,
): Promise<void> => {
  requireNamesOrAll(names, all, command);
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
      `${report.events} events folded in ${report.seconds.toFixed(1)} s, all done in ${secondsSince(startedAt)} s`,
    );
  }
};

const verify = async (names: readonly string[], { json, maxRate }: Work): Promise<void> => {
  const found = await withExplainedErrors(async (projector) =>
    projector.verified(projectionsNamed(projector.names, names), {
      ...(maxRate !== undefined && { maxRate }),
      onProgress: (progress) => console.error(progressLine(progress)),
    }),
  );
  const wrong = found.filter(({ different, failure }) => different > 0 || failure !== undefined);
  if (json) console.log(JSON.stringify({ ok: wrong.length === 0, projections: found.map(plain) }, null, 2));
  else for (const one of found) console.log(verdict(one));
  if (wrong.length > 0) process.exitCode = 1;
};

const rollback = async (name: string, { json, maxRate }: Work): Promise<void> => {
  const done = await withExplainedErrors(async (projector) =>
    projector.rollback(projectionNamed(projector.names, name), maxRate === undefined ? {} : { maxRate }),
  );
  if (json) return console.log(JSON.stringify(plain(done)));
  console.log(
    `${done.name} is back to the rows from before, with the ${done.events} events since; readers waited at most ${done.held.toFixed(1)} ms`,
  );
};

/** Works on the projector with low priority. Errors that an operator can fix become a message without a stack. */
const withExplainedErrors = async <T>(work: (projector: Projector) => Promise<T>): Promise<T> => {
  try {
    return await withProduct((product) => {
      setPriority(niceness);
      return work(product.get(Projector));
    });
  } catch (error) {
    if (error instanceof BrokenFold)
      throw new Failure(`${error.projection} was not rebuilt, its fold broke: ${error.message}`);
    if ([NothingToRollBack, ProjectionBusy, TableInUse].some((kind) => error instanceof kind))
      throw new Failure((error as Error).message);
    throw error;
  }
};

const progressLine = ({ done, rate, left, names }: FoldProgress): string =>
  `${String(Math.floor(done * 100)).padStart(3)} %  ${Math.round(rate)} events/s  ${Math.ceil(left)} s left  ${names.length > namesShown ? `${names.length} projections` : names.join(', ')}`;

const linesOf = ({ name, rows, comparison, held }: Rebuilt): readonly string[] => [
  `${name} was rebuilt: ${rows} rows, readers waited at most ${held.toFixed(1)} ms for the swap`,
  ...(comparison
    ? [`  before ${comparison.rows} rows, ${comparison.different} of them other than now${keysIn(comparison)}`]
    : ['  not compared: the rows before were not of the same position']),
];

const verdict = ({ name, position, rows, fresh, different, keys, failure }: Verified): string => {
  if (failure !== undefined) return `${name}: the fold broke: ${failure}`;
  if (different === 0) return `${name}: all ${rows} rows are as the log says, through position ${position}`;
  return `${name}: ${different === 1 ? '1 row differs' : `${different} rows differ`}, of ${rows} in the table and ${fresh} in a fresh fold${keysIn({ different, keys })}`;
};

const keysIn = ({ different, keys }: Pick<Verified, 'different' | 'keys'>): string => {
  if (different === 0) return '';
  const more = different > keysShown ? ` and ${different - keysShown} more` : '';
  return `: ${keys.slice(0, keysShown).join(', ')}${more}`;
};

const plainReport = ({ rebuilt, events, seconds }: RebuildReport) => ({
  rebuilt: rebuilt.map(plain),
  events,
  foldSeconds: Number(seconds.toFixed(1)),
});

/** Ends the command unless it was given either names or --all. */
const requireNamesOrAll = (names: readonly string[], everything: boolean | undefined, command: Command): void => {
  if ((everything === true) === names.length > 0) command.error('error: say which: either names or --all');
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

/** Positions become strings, as everywhere in the product's JSON, because they can exceed the range of a JSON number. */
const plain = (value: object): object =>
  Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plainValue(each)]));

const plainValue = (value: unknown): unknown => {
  if (typeof value === 'bigint') return String(value);
  return Array.isArray(value) ? value.map(plainValue) : value;
};

const sizeOf = (bytes: number): string => {
  const steps = ['B', 'kB', 'MB', 'GB', 'TB'] as const;
  const step = Math.min(steps.length - 1, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(1_000)));
  return `${(bytes / 1_000 ** step).toFixed(step === 0 ? 0 : 1)} ${steps[step]}`;
};

const secondsSince = (startedAt: number): number => Number(((performance.now() - startedAt) / 1_000).toFixed(1));
