import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { projectFolder } from '#platform/config';

/** A file, and words that it contains. In a table: the end of the file's path, and the words in backticks. */
type Place = { readonly file: string; readonly words: string | undefined };
type Entry = { readonly kind: string; readonly what: string; readonly source: Place; readonly test: Place };

const kinds = ['text', 'route', 'limit', 'state', 'rule', 'call', 'field'];
/**
 * How many entries of the specification have no test or are not built. Lower a number when an entry is tested or built.
 */
const accepted = { untested: 0, missing: 0 };

const folder = join(projectFolder(), 'docs/specification');
const files = globSync('{apps,libs,frontend,e2e,migrations}/**/*.{ts,tsx,js,sql}', { cwd: projectFolder() });
const testFile = /\.(spec|suite|matrix)\.tsx?$/;

const placeIn = (cell: string): Place => {
  const [, file = cell, words] = /^(\S+)(?: `(.+)`)?$/.exec(cell) ?? [];
  return { file, words };
};

/** The cells of the rows of all tables in a document, without their heads. */
const rowsOf = (document: string): readonly (readonly string[])[] =>
  readFileSync(join(folder, document), 'utf8')
    .split('\n')
    .filter((line, at, all) => line.startsWith('| ') && !all[at + 1]?.startsWith('|--'))
    .map((line) =>
      line
        .slice(1, -1)
        .split(' | ')
        .map((cell) => cell.trim()),
    );

const areas = globSync('*.md', { cwd: folder, exclude: ['README.md', 'gaps.md'] }).sort();
const entriesOf = (area: string): readonly Entry[] =>
  rowsOf(area).map(([kind = '', what = '', source = '', shownBy = '']) => ({
    kind,
    what,
    source: placeIn(source),
    test: placeIn(shownBy),
  }));
const gapsOf = (kind: string) => rowsOf('gaps.md').filter(([first]) => first === kind);

/**
 * The text with plain quotation marks and on one line, so that the way a file writes quotation marks and line breaks
 * does not matter.
 */
const plain = (text: string): string =>
  text
    .replaceAll(/&apos;|[’‘]|\\'/g, "'")
    .replaceAll(/&quot;|[“”]/g, '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ');

const contents = new Map<string, string>();
const contentOf = (file: string): string => {
  const known = contents.get(file) ?? plain(readFileSync(join(projectFolder(), file), 'utf8'));
  contents.set(file, known);
  return known;
};

/** The parts of a text around what is filled in, such as the number in `Files to Upload ({number})`. */
const partsOf = (text: string): readonly string[] =>
  plain(text)
    .split(/\{[^}]*\}/)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** What is wrong with the source of an entry, or with its test. */
const problemsOf = ({ file, words }: Place, { kind, what }: Entry, isTest: boolean): readonly string[] => {
  const found = files.filter((path) => path === file || path.endsWith(`/${file}`));
  const [path] = found;
  if (!path || found.length > 1) return [`${file} is the end of ${found.length} paths`];
  if (testFile.test(path) !== isTest) return [`${file} is ${isTest ? 'not ' : ''}a test`];
  if (kind !== 'text' && words === undefined) return [`what to find in ${file} is not given`];
  return partsOf(words ?? what)
    .filter((part) => !contentOf(path).includes(part))
    .map((part) => `${file} does not contain: ${part}`);
};

test.each(areas)(
  'every row of docs/specification/%s names a file that contains it and a test that covers it',
  (area) => {
    const entries = entriesOf(area);
    const problems = entries.flatMap((entry) =>
      [...problemsOf(entry.source, entry, false), ...problemsOf(entry.test, entry, true)].map(
        (problem) => `${entry.what}: ${problem}`,
      ),
    );
    expect(problems).toEqual([]);
    expect(entries.filter(({ kind }) => !kinds.includes(kind))).toEqual([]);
    expect(entries.length).toBeGreaterThan(0);
  },
);

test.each(areas)('docs/specification/%s has no duplicate rows', (area) => {
  const names = entriesOf(area).map(({ kind, what, source }) => `${kind} ${what} ${source.file}`);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test('the numbers of untested and missing entries are the accepted ones', () => {
  expect({ untested: gapsOf('untested').length, missing: gapsOf('missing').length }).toEqual(accepted);
});

test('what is untested, missing or decided otherwise has a reason', () => {
  const known = ['untested', 'missing', 'decided'];
  for (const [kind, what, reason] of rowsOf('gaps.md')) {
    expect(known).toContain(kind);
    expect([what, reason].every(Boolean)).toBe(true);
  }
});

describe('a row of the specification', () => {
  const entry = (file: string, words?: string, kind = 'text'): readonly string[] => {
    const place = { file, words };
    return problemsOf(place, { kind, what: 'Unlock for {price}', source: place, test: place }, false);
  };

  test('is wrong if its file does not exist, is not unique or is a test', () => {
    expect(entry('nowhere.ts')).toEqual(['nowhere.ts is the end of 0 paths']);
    expect(entry('index.ts')[0]).toMatch(/^index\.ts is the end of \d\d+ paths$/);
    expect(entry('worker/src/specification.spec.ts')).toEqual(['worker/src/specification.spec.ts is a test']);
  });

  test('is wrong if the file does not contain the words, or a part of them', () => {
    expect(entry('leads/lead-actions.tsx')).toEqual(['leads/lead-actions.tsx does not contain: Unlock for']);
    expect(entry('leads/lead-actions.tsx', 'Unlock - {price}')).toEqual([]);
    expect(entry('leads/lead-actions.tsx', undefined, 'rule')).toEqual([
      'what to find in leads/lead-actions.tsx is not given',
    ]);
  });

  test('may differ from the file in quotation marks and line breaks', () =>
    expect(plain('the client&apos;s\n  name’s')).toBe("the client's name's"));
});
