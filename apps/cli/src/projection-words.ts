import type { Command } from 'commander';
import { NotThere } from './steps.ts';

/** Ends the call where it is not clear which projections are meant. */
export const mustSayWhich = (names: readonly string[], everything: boolean | undefined, command: Command): void => {
  if ((everything === true) === names.length > 0) command.error('error: say which: either names or --all');
};

/** The projections that are meant, by their full names; all of them where none is named. */
export const whichOf = (all: readonly string[], names: readonly string[]): readonly string[] =>
  names.length === 0 ? all : names.map((name) => oneOf(all, name));

/** A name may leave its version out. */
export const oneOf = (all: readonly string[], name: string): string => {
  const found = all.find((each) => each === name || each.replace(/_v\d+$/, '') === name);
  if (found) return found;
  throw new NotThere(`There is no projection ${name}. There are: ${[...all].sort().join(', ')}`);
};

/** A position may be larger than a JSON number, so it is a string, as everywhere in the product's JSON. */
export const plain = (value: object): object =>
  Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plainValue(each)]));

const plainValue = (value: unknown): unknown => {
  if (typeof value === 'bigint') return String(value);
  return Array.isArray(value) ? value.map(plainValue) : value;
};

export const sizeOf = (bytes: number): string => {
  const steps = ['B', 'kB', 'MB', 'GB', 'TB'] as const;
  const step = Math.min(steps.length - 1, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(1_000)));
  return `${(bytes / 1_000 ** step).toFixed(step === 0 ? 0 : 1)} ${steps[step]}`;
};

export const secondsSince = (begun: number): number => Number(((performance.now() - begun) / 1_000).toFixed(1));
