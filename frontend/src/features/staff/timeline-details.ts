import type { RevealedFields, TimelineEntry } from '#backoffice/contract';
import { type FieldTexts, hiddenText, jsonIn } from '../../platform/field-texts.ts';

/**
 * A line of an entry of the timeline. `field` identifies it within the entry. `before` is the value that the field had
 * until then, if the event changed it.
 */
export type Detail = {
  readonly field: string;
  readonly label: string;
  readonly value: string;
  readonly before?: string;
  readonly masked: boolean;
};

/** `Balance: $840.00 → $1,000.00` */
export const lineText = ({ label, value, before }: Detail): string =>
  before === undefined ? `${label}: ${value}` : `${label}: ${before} → ${value}`;

/** Technical fields, which the timeline leaves out. The page of the log shows them. */
const technical = new Set(
  'attempt settings link sessionId url path returnPath currency sha256 thumbhash passwordHash pinHash originalCrc32 largeCrc32 fullCrc32'.split(
    ' ',
  ),
);
/** Fields in which events repeat what a field was before. The line of that field says it. */
const repeated = new Set(['previousDate', 'previousDurationDays', 'previousStartTime']);
/** Fields of states that only count, and the parts of objects, which the event's own fields describe. */
const internal = /\.|^(postponements|proposals|latestChange|change|count|feed)$/;

type Change = TimelineEntry['changes'][number];

/** An entry with the values of personal fields that were revealed. */
export const withRevealed = (entry: TimelineEntry, fields: RevealedFields['fields']): TimelineEntry => {
  const values = new Map(fields.map(({ name, value }) => [name, value]));
  const details = entry.details.map((detail) => {
    const value = values.get(detail.name);
    return value === undefined ? detail : { ...detail, value, masked: false };
  });
  return { ...entry, details };
};

/** The lines of an entry: its new status, the fields of its event, and what else it changed. */
export const detailsOf = ({ version, details, changes }: TimelineEntry, texts: FieldTexts): readonly Detail[] => {
  const changed = new Map(changes.map((change) => [change.name, change]));
  const values = new Map(details.flatMap(valuesIn));
  const status = changed.get('status');
  if (status?.after) values.set('status', status.after);
  return [
    ...[...values].toSorted(statusFirst).map(([name, value]) => lineOf(name, value, changed.get(name), texts)),
    // The first event of a stream sets only what it says.
    ...(version === 1 ? [] : changes.filter(({ name }) => !values.has(name) && isShown(name))).map((change) =>
      lineOfChange(change, texts),
    ),
  ];
};

/** A field and its value, which is undefined if it is masked. The two parts of the price become separate fields. */
const valuesIn = ({
  name,
  value,
  masked,
}: TimelineEntry['details'][number]): readonly (readonly [string, string | undefined])[] => {
  if (technical.has(name) || repeated.has(name)) return [];
  if (masked) return [[name, undefined]];
  if (name !== 'due') return [[name, value]];
  return Object.entries(Object(jsonIn(value))).map(([part, amount]) => [`due.${part}`, String(amount)]);
};

const statusFirst = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  Number(other === 'status') - Number(one === 'status');

const lineOf = (
  field: string,
  value: string | undefined,
  change: Change | undefined,
  { labelOf, valueText }: FieldTexts,
): Detail => {
  const label = labelOf(field);
  if (value === undefined) return { field, label, value: hiddenText, masked: true };
  const before = change?.after === value && change.before !== null ? { before: valueText(field, change.before) } : {};
  return { field, label, value: valueText(field, value), ...before, masked: false };
};

const isShown = (name: string): boolean => !(technical.has(name) || internal.test(name));

/** What an event changed without saying so in its own fields. */
const lineOfChange = ({ name, before, after }: Change, { labelOf, valueText }: FieldTexts): Detail => ({
  field: name,
  label: labelOf(name),
  value: after === null ? 'none' : valueText(name, after),
  before: before === null ? 'none' : valueText(name, before),
  masked: false,
});
