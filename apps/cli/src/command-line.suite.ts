import { jest } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import type { Command } from 'commander';
import { testConfig } from '#platform/testing';
import { createWorker } from '../../worker/src/worker.module.ts';
import { exitFor } from './exit-codes.ts';
import { processPriority } from './process-priority.ts';
import { products } from './product.ts';
import { everyCommand } from './program.ts';
import { checkDatabase } from './start-checks.ts';

export type CallResult = { readonly code: number; readonly out: string; readonly error: string };

/**
 * Runs commands with a database, a log and a data folder of their own. `settings` are environment variables, such as
 * `EVENT_STORE: 'postgres'` where a test needs the log in Postgres. All commands use one product, which the first of them
 * starts, unless `startsProducts`: then each command starts one, with the environment variables of that moment.
 */
export const commandLine = async (settings: Readonly<Record<string, string>> = {}, { startsProducts = false } = {}) => {
  const { config, environment, drop } = await testConfig(settings);
  const environmentBefore = { ...process.env };
  Object.assign(process.env, environment);
  // The tests after this one run in the same process, whose priority cannot be raised again.
  const lowerPriority = jest.spyOn(processPriority, 'lower').mockImplementation(() => undefined);
  let product: Promise<INestApplicationContext> | undefined;
  const useSharedProduct: typeof products.use = async (work) => {
    await checkDatabase(config);
    product ??= createWorker(config);
    return work(await product);
  };
  const use = startsProducts ? undefined : jest.spyOn(products, 'use').mockImplementation(useSharedProduct);

  /** Runs a command and returns its output and exit code. */
  const call = async (command: Command, ...words: readonly string[]): Promise<CallResult> => {
    const output: string[] = [];
    const errors: string[] = [];
    const spies = [
      jest.spyOn(console, 'log').mockImplementation((line: unknown) => void output.push(String(line))),
      jest.spyOn(console, 'error').mockImplementation((line: unknown) => void errors.push(String(line))),
    ];
    for (const subcommand of everyCommand(command))
      subcommand.exitOverride().configureOutput({
        writeOut: (text) => void output.push(text),
        writeErr: (text) => void errors.push(text),
      });
    const code = await codeOf(() => command.parseAsync(words, { from: 'user' }));
    for (const spy of spies) spy.mockRestore();
    return { code, out: output.join('\n'), error: errors.join('\n') };
  };
  const close = async () => {
    process.env = environmentBefore;
    lowerPriority.mockRestore();
    use?.mockRestore();
    await (await product)?.close();
    await drop();
  };
  return { config, call, close, lowerPriority };
};

const codeOf = async (work: () => Promise<unknown>): Promise<number> => {
  // An earlier command in this process may have set an exit code.
  process.exitCode = 0;
  try {
    await work();
    return Number(process.exitCode ?? 0);
  } catch (error) {
    const { code, output } = exitFor(error);
    if (output !== undefined) console.error(output);
    return code;
  } finally {
    process.exitCode = 0;
  }
};
