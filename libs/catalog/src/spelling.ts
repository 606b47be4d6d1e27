import { searchable } from '#kernel';

/** How many letters of a word may be wrong, missing or too many. */
export const typingErrors = (word: string): number => (word.length < 6 ? 1 : 2);

/** Whether a text contains a word of which this word may be a misspelling. Short words must match exactly. */
export const resembles = (text: string, word: string): boolean => {
  const meant = searchable(word);
  const parts = searchable(text).split(/[^\p{L}\p{N}]+/u);
  if (meant.length < 3) return meant !== '' && parts.includes(meant);
  const errors = typingErrors(meant);
  return parts.some(
    (part) => part.length >= 3 && Math.abs(part.length - meant.length) <= errors && distance(part, meant) <= errors,
  );
};

/** The number of letters to insert, remove or replace that turn one word into the other. */
const distance = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
};
