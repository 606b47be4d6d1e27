export type Print = (line: string) => void;
/** Runs one step of the start and prints its name, result and duration in one line. */
export type Step = <T>(name: string, work: () => Promise<T>, describe?: (result: T) => string) => Promise<T>;

export const stepper =
  (print: Print): Step =>
  async (name, work, describe) => {
    const startedAt = performance.now();
    const result = await work();
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    print(`${name.padEnd(12)} ${(describe?.(result) ?? 'ready').padEnd(52)} ${seconds.padStart(5)} s`);
    return result;
  };
