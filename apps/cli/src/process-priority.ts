import { setPriority } from 'node:os';

const niceness = 10;

/**
 * The priority of this process. An object, so that tests, which run commands in their own process, can replace `lower`:
 * only root may raise a priority again.
 */
export const processPriority = {
  /** Gives precedence to the processes that serve users. */
  lower: (): void => setPriority(niceness),
};
