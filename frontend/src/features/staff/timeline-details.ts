import type { TimelineEntry } from '#backoffice/contract';
import { hiddenText, jsonIn, labelOf, written } from '../../platform/field-texts.ts';

/**
 * A line of an entry of the timeline. `field` identifies it within the entry. `before` is the value that the field had
 * until then, if it changed.
 */
export type Detail = {
  readonly field: string;
  readonly label: string;
  readonly value: string;
  readonly before?: string;
  readonly masked: boolean;
};

/** Technical fields, which the timeline leaves out. The page of the log shows them. */
const technical = new Set(
  'attempt settings link sessionId url path returnPath currency sha256 thumbhash passwordHash pinHash originalCrc32 largeCrc32 fullCrc32'.split(
    ' ',
  ),
);
/**
 * The fields in which an event repeats the earlier value of another field. They are shown in the line of that field.
 */
const previousOf: Readonly<Record<string, string>> = {
  eventDate: 'previousDate',
  durationDays: 'previousDurationDays',
  startTime: 'previousStartTime',
};
const previousFields = new Set(Object.values(previousOf));
const statusAfter: Readonly<Record<string, string>> = {
  BookingRequested: 'pending',
  BookingConfirmed: 'confirmed',
  BookingCancelled: 'cancelled',
  BookingCompleted: 'completed',
  BookingReopened: 'confirmed',
};

type Values = ReadonlyMap<string, string | undefined>;

/** A field and its value, which is undefined if it is masked. The two parts of the price become separate fields. */
const valuesIn = ({
  name,
  value,
  masked,
}: TimelineEntry['details'][number]): readonly [string, string | undefined][] => {
  if (technical.has(name)) return [];
  if (masked) return [[name, undefined]];
  if (name !== 'due') return [[name, value]];
  return Object.entries(Object(jsonIn(value))).map(([part, amount]) => [`due.${part}`, String(amount)]);
};

const valuesOf = ({ type, details }: TimelineEntry): Values => {
  const status = statusAfter[type];
  return new Map([...(status ? [['status', status] as const] : []), ...details.flatMap(valuesIn)]);
};

/** The lines of each entry, by the entry's id. The entries must be sorted oldest first, as the server sends them. */
export const detailsOf = (entries: readonly TimelineEntry[]): ReadonlyMap<string, readonly Detail[]> => {
  const streams = new Map<string, Values>();
  return new Map(
    entries.map((entry) => {
      const earlier = streams.get(entry.stream) ?? new Map<string, string>();
      const values = valuesOf(entry);
      streams.set(entry.stream, new Map([...earlier, ...values]));
      return [entry.id, [...linesOf(values, earlier), ...removedFrom(values)]];
    }),
  );
};

const linesOf = (values: Values, earlier: Values): readonly Detail[] =>
  [...values]
    .filter(([name]) => !previousFields.has(name))
    .map(([name, value]) => {
      const label = labelOf(name);
      if (value === undefined) return { field: name, label, value: hiddenText, masked: true };
      const last = values.get(previousOf[name] ?? '') ?? (comparable.has(name) ? earlier.get(name) : undefined);
      const isChanged = last !== undefined && last !== value;
      return {
        field: name,
        label,
        value: written(name, value),
        ...(isChanged && { before: written(name, last) }),
        masked: false,
      };
    });

/** The fields that describe the state of a booking or gallery, which a later event replaces. */
const comparable = new Set(
  'status due.deposit due.balance eventDate durationDays startTime packageName durationHours depositDueAt balanceDueDate expiresAt dueDate deliveryDays lockOriginals'.split(
    ' ',
  ),
);

/** The fields whose value the event removes. */
const removedFrom = (values: Values): readonly Detail[] =>
  Object.entries(previousOf).flatMap(([name, previous]) => {
    const before = values.get(previous);
    if (before === undefined || values.has(name)) return [];
    const label = labelOf(name);
    return [{ field: name, label, value: 'none', before: written(name, before), masked: false }];
  });
