import { Command } from 'commander';
import { NothingToSkip, type ProjectionStatus, Projector, type StoredTable } from '#platform/projections';
import { count, position } from './arguments.ts';
import { mustSayWhich, oneOf, plain, sizeOf, whichOf } from './projection-words.ts';
import { rebuild, rollback, verify } from './projection-work.ts';
import { onlyPlain } from './reason.ts';
import { withProduct } from './session.ts';
import { Failure } from './steps.ts';
import { table } from './table.ts';

type Output = { readonly json?: boolean };
type Many = Output & { readonly all?: boolean };
type Skip = Output & { readonly reason: string };
type Prune = Output & { readonly olderThan: number; readonly dryRun?: boolean };

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
  for (const command of [...looking(), ...working(), ...minding()])
    group.addCommand(command.option('--json', 'JSON for programs').addHelpText('after', examples));
  return group.addHelpText('after', examples);
};

const looking = (): readonly Command[] => [
  new Command('list').description('every table of a projection, with its size, and what rebuilds left').action(list),
  new Command('status')
    .description('how far each one is, how long the oldest event it lacks has waited, and who projects it')
    .action(status),
  new Command('verify')
    .description('compare every row with a fresh fold; code 1 and the keys where they differ')
    .argument('[names...]', 'all of them by default')
    .option('--max-rate <events>', 'at most so many events a second', count)
    .action(verify),
];

const working = (): readonly Command[] => [
  withNames(new Command('rebuild'))
    .description('fold again from the first event, compare, swap; the rows until now are read meanwhile and kept a day')
    .option('--max-rate <events>', 'at most so many events a second', count)
    .option('--resume', 'go on where a rebuild of this same release was killed')
    .option('--discard', 'keep nothing of the rows until now: there will be no rollback')
    .action(rebuild),
  new Command('rollback')
    .description('swap back what the last rebuild or rollback replaced, brought up to now')
    .argument('<name>', 'as status shows it')
    .option('--max-rate <events>', 'at most so many events a second', count)
    .action(rollback),
];

const minding = (): readonly Command[] => [
  withNames(new Command('pause'))
    .description('project no further, in every process, until resumed')
    .action((names: readonly string[], many: Many, command: Command) => pause(names, many, command, true)),
  withNames(new Command('resume'))
    .description('project again')
    .action((names: readonly string[], many: Many, command: Command) => pause(names, many, command, false)),
  new Command('skip')
    .description('pass over the event that a projection stands still at; its row does not show that event')
    .argument('<name>', 'as status shows it')
    .argument('<position>', 'of the event, as status shows it', position)
    .requiredOption('--reason <text>', 'why; it stays in the log, so name nobody')
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
  const rows = found.map((one) => [one.name, said(one), `~${one.rows}`, sizeOf(one.bytes)]);
  console.log(table([['TABLE', 'WHAT IT IS', 'ROWS', 'SIZE'], ...rows]));
};

const said = ({ kind, since }: StoredTable): string =>
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
  mustSayWhich(names, all, command);
  const done = await withProduct(async (product) => {
    const projector = product.get(Projector);
    const wanted = whichOf(projector.names, names);
    await projector.pause(wanted, paused);
    return wanted;
  });
  if (json) return console.log(JSON.stringify({ [paused ? 'paused' : 'resumed']: done }));
  for (const name of done) console.log(`${name} is ${paused ? 'paused' : 'projected again'}`);
};

const skip = async (name: string, at: bigint, { reason, json }: Skip): Promise<void> => {
  onlyPlain(reason);
  const skipped = await withProduct(async (product) => {
    const projector = product.get(Projector);
    const projection = oneOf(projector.names, name);
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
      console.log(`${one.name}, ${said(one)}, ${sizeOf(one.bytes)}: ${dryRun ? 'would go' : fate(one, dropped)}`);
    if (found.length === 0) console.log('There is nothing to drop');
  }
  if (!dryRun && dropped.length < found.length) throw new Failure('Some are in use: run it again later');
};

const fate = (one: StoredTable, dropped: readonly StoredTable[]): string =>
  dropped.includes(one) ? 'dropped' : 'in use';
