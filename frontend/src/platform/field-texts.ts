import { dateAndTime, longDate, writtenTime } from './dates.ts';
import { money } from './money.ts';

/** How the fields of a feature are shown. */
export type FieldTable = {
  /** The labels of fields whose names do not make good labels. */
  readonly labels?: Readonly<Record<string, string>>;
  /** The fields that are amounts of money, in cents. */
  readonly amounts?: readonly string[];
  /** How the values of these fields are written, whatever their format. */
  readonly formats?: Readonly<Record<string, (text: string) => string>>;
};

export type FieldTexts = {
  readonly labelOf: (name: string) => string;
  /** The value of a field in words. */
  readonly valueText: (name: string, text: string) => string;
};

/** `durationHours` → `Duration hours` */
const wordsOf = (name: string): string => {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** The value in a JSON text; a text that is not JSON as it is. */
export const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const uuid = /([0-9a-f]{8})(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** A text in which each id is shortened to its beginning. */
export const withShortIds = (text: string): string => text.replace(uuid, '$1…');

type Format = (text: string) => string;

/** How texts of these forms are written. */
const forms: readonly (readonly [RegExp, Format])[] = [
  [/^\d{4}-\d{2}-\d{2}$/, longDate],
  [/^\d{4}-\d{2}-\d{2}T.*Z$/, (text) => dateAndTime(text)],
  [/^\d{2}:\d{2}$/, writtenTime],
  [/^true$/, () => 'Yes'],
  [/^false$/, () => 'No'],
];

/** Shows fields with the labels and formats of these tables. Of two tables that describe a field, the last one counts. */
export const fieldTexts = (...tables: readonly FieldTable[]): FieldTexts => {
  const labels: Readonly<Record<string, string>> = Object.assign({}, ...tables.map((table) => table.labels));
  const amounts = tables.flatMap((table) => table.amounts ?? []);
  const formats: Readonly<Record<string, Format>> = Object.assign(
    Object.fromEntries(amounts.map((name) => [name, (text: string) => money(Number(text))])),
    ...tables.map((table) => table.formats),
  );
  const labelOf = (name: string): string => labels[name] ?? wordsOf(name);
  const valueText = (name: string, text: string): string => {
    const format = formats[name] ?? forms.find(([form]) => form.test(text))?.[1];
    if (format) return withShortIds(format(text));
    return withShortIds(/^[[{]/.test(text) ? textIn(jsonIn(text)) : text);
  };
  /** A value from JSON in words: `Amount $570.00, Completed No` for an object. */
  const textIn = (value: unknown): string => {
    if (Array.isArray(value) && value.length === 0) return 'none';
    if (Array.isArray(value))
      return value.map(textIn).join(value.some((item) => typeof item === 'object') ? '; ' : ', ');
    if (typeof value !== 'object' || value === null) return String(value);
    return Object.entries(value)
      .filter(([, part]) => part !== null)
      .map(
        ([name, part]) => `${labelOf(name)} ${valueText(name, typeof part === 'string' ? part : JSON.stringify(part))}`,
      )
      .join(', ');
  };
  return { labelOf, valueText };
};

/** Shown instead of a value that is personal data. */
export const hiddenText = 'Hidden: personal data';
