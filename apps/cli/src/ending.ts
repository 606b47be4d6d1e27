import { CommanderError } from 'commander';
import { Refusal } from '#kernel';
import { WrongSettings } from '#platform/config';
import { Failure, NotThere } from './steps.ts';

/** `said` is a sentence, or an error with its stack where no sentence explains it. */
export type Ending = { readonly code: 0 | 1 | 2; readonly said?: unknown };

/** What a sentence explains needs no stack. */
const explained = [Failure, Refusal, WrongSettings];

/** How a call ends that threw: 1 where it failed or was refused, 2 where it was called wrongly or names what is not there. */
export const endingOf = (error: unknown): Ending => {
  // It said so itself.
  if (error instanceof CommanderError) return { code: error.exitCode === 0 ? 0 : 2 };
  const told = explained.some((kind) => error instanceof kind) || !(error as Error).stack;
  return { code: isNotThere(error) ? 2 : 1, said: told ? (error as Error).message : error };
};

const isNotThere = (error: unknown): boolean =>
  error instanceof NotThere || (error instanceof Refusal && error.code.endsWith('-not-found'));
