import { dateAndTime, longDate, writtenTime } from './dates.ts';
import { money } from './money.ts';
import { titleCase } from './text.ts';

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
