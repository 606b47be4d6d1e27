import { CommanderError } from 'commander';
import { Refusal } from '#kernel';
import { WrongSettings } from '#platform/config';
import { MetricsPortTaken } from '#platform/metrics';
import { isOutOfFiles, PostgresFailure, raiseFileLimit } from '#platform/postgres';
import { Failure, NotFound } from './errors.ts';

/** `output` goes to standard error: a sentence, or the error with its stack if no sentence explains it. */
export type Exit = { readonly code: 0 | 1 | 2; readonly output?: unknown };

/** Errors whose message is a sentence for operators. */
const explained = [Failure, Refusal, WrongSettings, PostgresFailure, MetricsPortTaken];

/**
 * The exit code and output for an error of a command: 1 if it failed or was refused, 2 if it was called wrongly or
 * names something that does not exist.
 */
export const exitFor = (error: unknown): Exit => {
  // Commander has already printed its message.
  if (error instanceof CommanderError) return { code: error.exitCode === 0 ? 0 : 2 };
  if (isOutOfFiles(error)) return { code: 1, output: raiseFileLimit };
  const hasSentence = explained.some((kind) => error instanceof kind) || !(error as Error).stack;
  return { code: isNotFound(error) ? 2 : 1, output: hasSentence ? (error as Error).message : error };
};

const isNotFound = (error: unknown): boolean =>
  error instanceof NotFound || (error instanceof Refusal && error.code.endsWith('-not-found'));
