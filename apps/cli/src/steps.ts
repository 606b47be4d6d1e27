export type Say = (line: string) => void;
/** Does something, and says what it was and how long it took, in one line. */
export type Step = <T>(what: string, work: () => Promise<T>, said?: (result: T) => string) => Promise<T>;

export const stepper =
  (say: Say): Step =>
  async (what, work, said) => {
    const begun = performance.now();
    const result = await work();
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    say(`${what.padEnd(12)} ${(said?.(result) ?? 'ready').padEnd(52)} ${seconds.padStart(5)} s`);
    return result;
  };

/** Something went wrong in a way that a sentence explains. The command ends with code 1. */
export class Failure extends Error {}

/** What was named is not there. The command ends with code 2. */
export class NotThere extends Failure {}
