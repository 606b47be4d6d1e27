import { expect, test } from '@jest/globals';
import type { Command } from 'commander';
import { everyCommand, program } from './program.ts';

const pathOf = (command: Command): string =>
  command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();

const helpOf = (command: Command): string => {
  let help = '';
  command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
  return help;
};

/** The calls in a help text's examples, without the settings before them and the explanations after them. */
const examplesIn = (help: string): readonly string[] =>
  (help.split('Examples:')[1]?.split('\n\n')[0] ?? '')
    .split('\n')
    .map((line) => /^ {2}(?:[A-Z_]+=\S+ )*(festoon .*?)(?: {2,}.*| [|&] .*)?$/.exec(line)?.[1])
    .filter((call) => call !== undefined);

const words = (call: string): readonly string[] =>
  [...call.matchAll(/"([^"]*)"|\S+/g)].map(([all, text]) => text ?? all);

/** Parses a call without running it and returns the path of the command that would run. */
const calledBy = async (call: string): Promise<string> => {
  const wholeProgram = program();
  const calledCommands: Command[] = [];
  for (const command of everyCommand(wholeProgram)) {
    command.configureOutput({ writeErr: () => undefined, writeOut: () => undefined });
    if (command.commands.length === 0) command.action(() => void calledCommands.push(command));
  }
  await wholeProgram.parseAsync([...words(call).slice(1)], { from: 'user' });
  return calledCommands.map(pathOf).join();
};

const allCommands = everyCommand(program());
const leaves = allCommands.filter(({ commands }) => commands.length === 0);

test('the list of commands is not empty', () => {
  expect(leaves.map(pathOf)).toEqual(expect.arrayContaining(['festoon serve', 'festoon projections rebuild']));
});

test.each(allCommands.map((command) => [pathOf(command), command] as const))(
  '%s is described, and its help has examples of it that can be called',
  async (path, command) => {
    expect(command.description()).not.toBe('');
    const calledCommands = await Promise.all(examplesIn(helpOf(command)).map(calledBy));
    expect(calledCommands).not.toContain('');
    expect(calledCommands.filter((one) => `${one} `.startsWith(`${path} `))).not.toEqual([]);
  },
);

test('every command has a --json option', () => {
  const withoutJson = leaves.filter(({ options }) => !options.some(({ long }) => long === '--json'));
  expect(withoutJson.map(pathOf)).toEqual([]);
});

test('the example check detects a call that cannot be parsed', async () => {
  await expect(calledBy('festoon projections rebuild bookings --fast')).rejects.toThrow('unknown option');
  await expect(calledBy('festoon projections bake')).rejects.toThrow('unknown command');
  await expect(calledBy('festoon audit verify --from x')).rejects.toThrow('must be a position');
});
