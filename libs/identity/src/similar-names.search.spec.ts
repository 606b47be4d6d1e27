import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { similarNames } from './similar-names.search.ts';

/** As `like` of Postgres, for patterns without escaped characters. */
const like = (name: string, pattern: string): boolean => new RegExp(`^${pattern.replaceAll('%', '.*')}$`).test(name);

test('a word is cut so that each piece has three letters, where the ends of a word count as letters', () => {
  expect(similarNames('hana', 1)).toEqual({ patterns: ['ha%', '% ha%', '%na', '%na %'], hasTrigrams: true });
  expect(similarNames('leeds', 1).patterns).toEqual(['le%', '% le%', '%eds', '%eds %']);
  expect(similarNames('dubois', 2).patterns).toEqual(['d%', '% d%', '%ubo%', '%is', '%is %']);
  expect(similarNames('schneider', 2).patterns).toEqual(['sch%', '% sch%', '%nei%', '%der', '%der %']);
  expect(similarNames('bo', 1)).toEqual({ patterns: ['%b%', '%o%'], hasTrigrams: false });
});

test('every name with a word that has at most so many errors matches one of the patterns', () => {
  const letters = fc.constantFrom(...'abc');
  const edit = fc.record({ at: fc.nat(30), kind: fc.constantFrom('insert', 'remove', 'replace'), letter: letters });
  const text = (minLength: number) => fc.array(letters, { minLength, maxLength: 12 }).map((each) => each.join(''));
  fc.assert(
    fc.property(text(2), fc.array(edit, { maxLength: 2 }), text(0), text(0), (word, edits, before, after) => {
      const changed = edits.reduce((sofar, { at, kind, letter }) => {
        const index = at % (sofar.length + 1);
        const rest = sofar.slice(kind === 'insert' ? index : index + 1);
        return `${sofar.slice(0, index)}${kind === 'remove' ? '' : letter}${rest}`;
      }, word);
      const name = [before, changed, after].filter((part) => part !== '').join(' ');
      const errors = Math.max(1, edits.length);
      fc.pre(changed !== '' && word.length > errors);
      expect(similarNames(word, errors).patterns.some((pattern) => like(name, pattern))).toBe(true);
    }),
  );
});
