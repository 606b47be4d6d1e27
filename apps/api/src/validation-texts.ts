import { z } from 'zod';

const english = z.locales.en().localeError;
const format = new Intl.NumberFormat('en-US');
const singular: Readonly<Record<string, string>> = { characters: 'character', entries: 'entry' };

const amount = (limit: number | bigint, unit: string): string =>
  `${format.format(limit)} ${limit === 1 ? singular[unit] : unit}`;

/** What a limit counts; undefined for numbers, which are compared themselves, and for all other kinds of values. */
const units: Readonly<Record<string, string | undefined>> = { string: 'characters', array: 'entries', set: 'entries' };

/** The sentence for a value that is above or below a limit, where a schema has none of its own; otherwise zod's. */
export const validationText: z.core.$ZodErrorMap = (issue) => {
  if (issue.code !== 'too_big' && issue.code !== 'too_small') return english(issue);
  const limit = issue.code === 'too_big' ? issue.maximum : issue.minimum;
  const word = issue.code === 'too_big' ? 'most' : 'least';
  const unit = units[String(issue.origin)];
  if (unit) return `Please use at ${word} ${amount(limit, unit)}`;
  if (['number', 'int', 'bigint'].includes(String(issue.origin)) && issue.inclusive)
    return `Enter a number of at ${word} ${format.format(limit)}`;
  return english(issue);
};
