/** Says what is done and how long it took, one line each. */
export const step = async <T>(what: string, work: () => Promise<T>, said?: (result: T) => string): Promise<T> => {
  const begun = performance.now();
  const result = await work();
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(`${what.padEnd(12)} ${(said?.(result) ?? 'ready').padEnd(52)} ${seconds.padStart(5)} s`);
  return result;
};

/** Something went wrong in a way that a sentence explains. The command ends with code 1. */
export class Failure extends Error {}
