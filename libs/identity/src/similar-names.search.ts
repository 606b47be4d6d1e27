import { containing } from '#platform/postgres';

/** Patterns of `like`. `hasTrigrams` is whether each has a group of three letters that a trigram index can find. */
export type NamePatterns = { readonly patterns: readonly string[]; readonly hasTrigrams: boolean };

/**
 * Patterns, at least one of which matches every name that has a word with at most this many errors: letters that differ
 * from `word`, or are missing or too many. They match other names, too.
 *
 * Each error changes one piece of the word, so one of `errors + 1` pieces is unchanged. If it is the first, a word of
 * the name begins with it; if it is the last, one ends with it. To a trigram index the ends of a word are letters.
 */
export const similarNames = (word: string, errors: number): NamePatterns => {
  if (word.length < 3 * errors) return { patterns: [...word].map(containing), hasTrigrams: false };
  const middle = Math.max(3, Math.floor(word.length / (errors + 1)));
  const start = Math.floor((word.length - middle * (errors - 1)) / 2);
  const end = start + middle * (errors - 1);
  const middles = Array.from({ length: errors - 1 }, (_, piece) => start + middle * piece);
  return {
    patterns: [
      ...beginning(word.slice(0, start)),
      ...middles.map((from) => containing(word.slice(from, from + middle))),
      ...ending(word.slice(end)),
    ],
    hasTrigrams: true,
  };
};

const beginning = (piece: string): readonly string[] => [containing(piece).slice(1), containing(` ${piece}`)];
const ending = (piece: string): readonly string[] => [containing(piece).slice(0, -1), containing(`${piece} `)];
