import { jest } from '@jest/globals';
import type { Command } from 'commander';
import { testConfig } from '#platform/testing';
import { exitFor } from './exit-codes.ts';
import { everyCommand } from './program.ts';

export type Called = { readonly code: number; readonly out: string; readonly error: string };

/** The command line on a database and a data folder of its own, the log in Postgres. */
export const commandLine = async () => {
  const { config, drop } = await testConfig({ EVENT_STORE: 'postgres' });
  const before = { ...process.env };
  Object.assign(process.env, {
    DATABASE_URL: config.server,
    FESTOON_DATA: config.dataFolder,
    EVENT_STORE: 'postgres',
  });

  /** What was said, and the exit code. */
  const call = async (command: Command, ...words: readonly string[]): Promise<Called> => {
    const said: string[] = [];
    const complained: string[] = [];
    const spies = [
      jest.spyOn(console, 'log').mockImplementation((line: unknown) => void said.push(String(line))),
      jest.spyOn(console, 'error').mockImplementation((line: unknown) => void complained.push(String(line))),
    ];
    for (const each of everyCommand(command))
      each.exitOverride().configureOutput({
        writeOut: (text) => void said.push(text),
        writeErr: (text) => void complained.push(text),
      });
    const code = await codeOf(() => command.parseAsync(words, { from: 'user' }));
    for (const spy of spies) spy.mockRestore();
    return { code, out: said.join('\n'), error: complained.join('\n') };
  };
  const close = async () => {
    process.env = before;
    await drop();
  };
  return { config, call, close };
};

const codeOf = async (work: () => Promise<unknown>): Promise<number> => {
  // Whatever ran in this process before may have left one.
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
