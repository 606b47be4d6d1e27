import { setPriority } from 'node:os';
import type { Command } from 'commander';
import {
  BrokenFold,
  type FoldProgress,
  NoWayBack,
  ProjectionBusy,
  Projector,
  type RebuildReport,
  type Rebuilt,
  TableInUse,
  type Verified,
} from '#platform/projections';
import { mustSayWhich, oneOf, plain, secondsSince, whichOf } from './projection-words.ts';
import { withProduct } from './session.ts';
import { Failure } from './steps.ts';

type Work = { readonly json?: boolean; readonly maxRate?: number };
type Rebuild = Work & { readonly all?: boolean; readonly resume?: boolean; readonly discard?: boolean };

/** Of the keys that differ, so many are listed. */
const keysShown = 20;
/** Of the projections under way, so many are named. */
const namesShown = 3;
/** People who use the site come first. */
const niceness = 10;

export const rebuild = async (
  names: readonly string[],
  { json, all, ...options }: Rebuild,
  command: Command,
): Promise<void> => {
  mustSayWhich(names, all, command);
  const begun = performance.now();
  const report = await explained(async (projector) =>
    projector.rebuild(whichOf(projector.names, names), {
      ...options,
      onProgress: (progress) => console.error(progressLine(progress)),
      onStep: (name, step) => console.error(`${name}: ${step}`),
    }),
  );
  if (json) console.log(JSON.stringify({ ...plainReport(report), seconds: secondsSince(begun) }, null, 2));
  else {
    for (const one of report.rebuilt) for (const line of linesOf(one)) console.log(line);
    console.log(
      `${report.events} events folded in ${report.seconds.toFixed(1)} s, all done in ${secondsSince(begun)} s`,
    );
  }
};

export const verify = async (names: readonly string[], { json, maxRate }: Work): Promise<void> => {
  const found = await explained(async (projector) =>
    projector.verified(whichOf(projector.names, names), {
      ...(maxRate !== undefined && { maxRate }),
      onProgress: (progress) => console.error(progressLine(progress)),
    }),
  );
  const wrong = found.filter(({ different, failure }) => different > 0 || failure !== undefined);
  if (json) console.log(JSON.stringify({ ok: wrong.length === 0, projections: found.map(plain) }, null, 2));
  else for (const one of found) console.log(verdict(one));
  if (wrong.length > 0) process.exitCode = 1;
};

export const rollback = async (name: string, { json, maxRate }: Work): Promise<void> => {
  const done = await explained(async (projector) =>
    projector.rollback(oneOf(projector.names, name), maxRate === undefined ? {} : { maxRate }),
  );
  if (json) return console.log(JSON.stringify(plain(done)));
  console.log(
    `${done.name} is back to the rows from before, with the ${done.events} events since; readers waited at most ${done.held.toFixed(1)} ms`,
  );
};

/** Works on the projector with low priority; what an operator can do something about becomes a sentence. */
const explained = async <T>(work: (projector: Projector) => Promise<T>): Promise<T> => {
  try {
    return await withProduct((product) => {
      setPriority(niceness);
      return work(product.get(Projector));
    });
  } catch (error) {
    if (error instanceof BrokenFold)
      throw new Failure(`${error.projection} was not rebuilt, its fold broke: ${error.message}`);
    if ([NoWayBack, ProjectionBusy, TableInUse].some((kind) => error instanceof kind))
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
