import { Refusal } from '#kernel';

/** The numbers of the runs of each race: 6, and 1,020 with `RANDOM_RUNS=170`. */
export const raceRuns: readonly number[] = Array.from(
  { length: 6 * Number(process.env.RANDOM_RUNS ?? 1) },
  (_, run) => run,
);

/** 'done', or the code of the refusal. Other errors are thrown. */
export const outcomeOf = (command: Promise<unknown>): Promise<string> =>
  command.then(
    () => 'done',
    (error) => {
      if (error instanceof Refusal) return error.code;
      throw error;
    },
  );

/** Starts both at the same time, every second time in the other order. Returns the outcome of each. */
export const race = async (
  run: number,
  one: () => Promise<unknown>,
  other: () => Promise<unknown>,
): Promise<readonly string[]> => {
  const started = run % 2 === 0 ? [one, other] : [other, one];
  const outcomes = await Promise.all(started.map((start) => outcomeOf(start())));
  return run % 2 === 0 ? outcomes : outcomes.reverse();
};
