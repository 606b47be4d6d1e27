import type { TimelineEntry } from '#backoffice/contract';
import { dateAndTime, longDate, writtenTime } from '../../platform/dates.ts';
import { money } from '../../platform/money.ts';
import { titleCase } from '../../platform/text.ts';

/** A line of an entry of the timeline. `field` identifies it within the entry. `before` is the value that the field had until then, if it changed. */
export type Detail = {
  readonly field: string;
  readonly label: string;
  readonly value: string;
  readonly before?: string;
  readonly masked: boolean;
};

/** The labels of fields whose names do not make good labels. */
const labels: Readonly<Record<string, string>> = {
  'due.deposit': 'Deposit',
  'due.balance': 'Balance',
  clientId: 'Client',
  creatorId: 'Professional',
  createdBy: 'Requested by',
  proposedBy: 'Proposed by',
  cancelledBy: 'Cancelled by',
  raisedBy: 'Reported by',
  payerId: 'Paid by',
  personId: 'Person',
  leadId: 'Lead',
  packageId: 'Package id',
  packageName: 'Package',
  durationHours: 'Hours',
  durationDays: 'Days',
  serviceType: 'Service',
  eventDate: 'Date of the event',
  eventLocation: 'Place',
  expectedAttendance: 'Guests',
  expiresAt: 'Expires',
  graceUntil: 'Free cancellation until',
  depositDueAt: 'Deposit due',
  balanceDueDate: 'Balance due',
  unpaidCancellableFrom: 'The professional may cancel from',
  rule: 'Rule',
  percent: 'Refunded share in percent',
  part: 'Part of the price',
  paymentId: 'Payment',
  refundId: 'Refund',
  chargeId: 'Charge',
  reference: 'For',
  refundTerms: 'Cancellation policy',
  kind: 'Kind',
  upTo: 'Read up to',
};

/** Technical fields, which the timeline leaves out. The page of the log shows them. */
const technical = new Set(
  'attempt settings link sessionId url path returnPath currency sha256 thumbhash passwordHash pinHash originalCrc32 largeCrc32 fullCrc32'.split(
    ' ',
  ),
);
const amounts = [
  'amount',
  'price',
  'leadPrice',
  'budgetMin',
  'budgetMax',
  'refundAmount',
  'refundDue',
  'refunded',
  'due.deposit',
  'due.balance',
];
/** The fields in which an event repeats the earlier value of another field. They are shown in the line of that field. */
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

/** `durationHours` → `Duration hours` */
const wordsOf = (name: string): string => {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const uuid = /([0-9a-f]{8})(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** How values in these formats are written. The first format that matches applies. */
const forms: readonly (readonly [RegExp, (text: string) => string])[] = [
  [/^\d{4}-\d{2}-\d{2}$/, longDate],
  [/^\d{4}-\d{2}-\d{2}T.*Z$/, (text) => dateAndTime(text)],
  [/^\d{2}:\d{2}$/, writtenTime],
  [/^true$/, () => 'Yes'],
  [/^false$/, () => 'No'],
  [/^\[/, (text) => listIn(text)],
];
/** How the values of these fields are written, whatever their format. */
const formats: Readonly<Record<string, (text: string) => string>> = {
  ...Object.fromEntries(amounts.map((name) => [name, (text: string) => money(Number(text))])),
  status: titleCase,
  refundTerms: (text) => titleCase(String((jsonIn(text) as { policy?: unknown } | null)?.policy ?? text)),
};

const listIn = (text: string): string => {
  const list = jsonIn(text);
  const isFlat = Array.isArray(list) && list.every((item) => typeof item === 'string' || typeof item === 'number');
  return isFlat ? list.join(', ') : text;
};

/** A value of an event or a booking in words. */
export const written = (name: string, text: string): string => {
  const format = formats[name] ?? forms.find(([form]) => form.test(text))?.[1] ?? String;
  return format(text).replace(uuid, '$1…');
};

export const labelOf = (name: string): string => labels[name] ?? wordsOf(name);

/** Shown instead of a value that is personal data. */
export const hiddenText = 'Hidden: personal data';

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
