import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { Command } from 'commander';
import { projectFolder } from '#platform/config';
import { everyCommand, program } from './program.ts';

type NamedDocument = { readonly file: string; readonly text: string };

/** The recipes in docs/contributing.md add a module of this name; its files do not exist. */
const exampleModule = /\bnotes?\b/;

const pages = ['README.md', ...globSync('docs/**/*.md', { cwd: projectFolder() })].map((file) => ({
  file,
  text: readFileSync(join(projectFolder(), file), 'utf8'),
}));
const found = (pattern: RegExp): readonly NamedDocument[] =>
  pages.flatMap(({ file, text }) => [...text.matchAll(pattern)].map(([, named = '']) => ({ file, text: named })));

/** The anchors that a page's headings have on GitHub. */
const anchorsOf = (markdown: string): readonly string[] =>
  [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );

const resolves = ({ file, text }: NamedDocument): boolean => {
  const [path = '', anchor] = text.split('#');
  const target = path ? join(dirname(file), path) : file;
  if (!existsSync(join(projectFolder(), target))) return false;
  return !anchor || anchorsOf(readFileSync(join(projectFolder(), target), 'utf8')).includes(anchor);
};

const exists = (path: string): boolean =>
  path.includes('*') ? globSync(path, { cwd: projectFolder() }).length > 0 : existsSync(join(projectFolder(), path));

/** The fault in a command-line call, or undefined. Text in the docs may omit arguments, or write … for subcommands. */
const mistakeIn = (call: string): string | undefined => {
  let command: Command = program();
  const givenOptions: string[] = [];
  for (const word of call.split(/[\s…]+/).filter(Boolean)) {
    const subcommand = command.commands.find((each) => each.name() === word);
    if (subcommand) command = subcommand;
    else if (word.startsWith('--')) givenOptions.push(word);
    else if (command.commands.length > 0) return `no command ${word}`;
  }
  const knownOptions = ['--help', ...everyCommand(command).flatMap(({ options }) => options.map(({ long }) => long))];
  const unknownOptions = givenOptions.filter((option) => !knownOptions.includes(option));
  return unknownOptions.length > 0 ? `no option ${unknownOptions.join()}` : undefined;
};

test('the pages are found', () => {
  expect(pages.map(({ file }) => file)).toEqual(
    expect.arrayContaining(['README.md', 'docs/architecture.md', 'docs/operations/README.md', 'docs/adr/README.md']),
  );
});

test('every link points to an existing file, and to an existing heading if it names one', () => {
  const links = found(/\]\((?!https?:)([^)\s]+)\)/g);
  expect(links.length).toBeGreaterThan(40);
  expect(links.filter((link) => !resolves(link))).toEqual([]);
});

test('every path in the docs exists', () => {
  const paths = found(/`((?:apps|bench|docs|e2e|frontend|libs|migrations|scripts)\/[^`\s<{]*)`/g);
  const real = paths.filter(({ text }) => !exampleModule.test(text));
  expect(real.length).toBeGreaterThan(5);
  expect(real.filter(({ text }) => !exists(text))).toEqual([]);
});

test('every decision is in the list of decisions', () => {
  const list = readFileSync(join(projectFolder(), 'docs/adr/README.md'), 'utf8');
  const listedDecisions = [...list.matchAll(/^- \[(.+)\]\((.+)\)$/gm)].map(([, title, file]) => `${file} # ${title}`);
  const decisions = pages.filter(({ file }) => /^docs\/adr\/\d/.test(file));
  expect(listedDecisions).toEqual(
    decisions.map(({ file, text }) => `${file.slice('docs/adr/'.length)} ${text.split('\n')[0]}`),
  );
});

test('every call of the command line names a command and options that exist', () => {
  const inText = found(/`festoon ([a-z][^`]*)`/g);
  const inExamples = found(/^(?:\$ | {4})(?:[A-Z_]+=\S+ )*(?:npx )?festoon (\S[^\n#|]*)/gm);
  const calls = [...inText, ...inExamples].map(({ file, text }) => ({ file, text: withoutTexts(text) }));
  expect(calls.length).toBeGreaterThan(40);
  expect(calls.filter(({ text }) => mistakeIn(text) !== undefined)).toEqual([]);
});

/** A quoted reason can contain words that look like options. */
const withoutTexts = (call: string): string => call.replace(/"[^"]*"/g, '…').trim();
