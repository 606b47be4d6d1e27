/** Words that a description is often about, and that are long enough to be recognized with a mistake. */
const words: readonly string[] =
  'photographer photographers photography videographer videographers videography musician musicians decorator decorators decoration decorations designer florist florists wedding birthday conference corporate festival concert anniversary graduation engagement reunion dollars tomorrow january february september october november december'.split(
    ' ',
  );
const known = new Set(words);
/** Words that are not mistakes, although they differ from one of the words by one letter. */
const otherWords = new Set('welding weeding wending concept concern convert designed'.split(' '));
const shortestWord = Math.min(...words.map((word) => word.length)) - 1;

/**
 * A text, in lower case, in which common words with one mistake are written correctly: one letter is missing, added or
 * wrong, or two are swapped. The first letter must be right.
 */
export const withoutTypos = (plain: string): string => plain.replace(/[a-z]+/g, correctedWord);

const correctedWord = (written: string): string => {
  if (written.length < shortestWord || known.has(written) || otherWords.has(written)) return written;
  return words.find((word) => word[0] === written[0] && isOneMistakeFrom(word, written)) ?? written;
};

const isOneMistakeFrom = (word: string, written: string): boolean => {
  const shorter = Math.min(word.length, written.length);
  let start = 0;
  while (start < shorter && word[start] === written[start]) start++;
  let end = 0;
  while (end < shorter - start && word.at(-1 - end) === written.at(-1 - end)) end++;
  const [right, wrong] = [word.slice(start, word.length - end), written.slice(start, written.length - end)];
  const isSwap = right.length === 2 && right === `${wrong[1]}${wrong[0]}`;
  return isSwap || Math.max(right.length, wrong.length) === 1;
};
