import { z } from 'zod';

const englishTextOf = z.locales.en().localeError;
const numberFormat = new Intl.NumberFormat('en-US');
const characters = ['character', 'characters'] as const;
const entries = ['entry', 'entries'] as const;
/** What is counted in values of these types, in singular and plural. */
const units: Readonly<Record<string, typeof characters | typeof entries | undefined>> = {
  string: characters,
  array: entries,
  set: entries,
};
const numbers = ['number', 'int', 'bigint'];

/** The sentence for a value that is above or below a limit, where a schema has none of its own; otherwise zod's. */
export const validationText: z.core.$ZodErrorMap = (issue) => {
  if (issue.code !== 'too_big' && issue.code !== 'too_small') return englishTextOf(issue);
  const limit = issue.code === 'too_big' ? issue.maximum : issue.minimum;
  const word = issue.code === 'too_big' ? 'most' : 'least';
  const unit = units[issue.origin];
  if (unit) return `Please use at ${word} ${numberFormat.format(limit)} ${unit[limit === 1 ? 0 : 1]}`;
  if (numbers.includes(issue.origin) && issue.inclusive)
    return `Enter a number of at ${word} ${numberFormat.format(limit)}`;
  return englishTextOf(issue);
};
