import { dateAndTime, longDate, writtenTime } from './dates.ts';
import { money } from './money.ts';
import { titleCase } from './text.ts';

/** The labels of fields whose names do not make good labels. */
const labels: Readonly<Record<string, string>> = {
  'due.deposit': 'Deposit',
  'due.balance': 'Balance',
  bankDispute: 'Disputed at the bank',
  bookingId: 'Booking',
  payoutId: 'Payout',
  userId: 'Person',
  threadId: 'Conversation',
  senderId: 'Sent by',
  recipientId: 'Sent to',
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
  'received',
  'refundRequested',
  'returned',
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

/** A text in which each id is shortened to its beginning. */
export const withShortIds = (text: string): string => text.replace(uuid, '$1…');

/** How values in these formats are written. The first format that matches applies. */
const forms: readonly (readonly [RegExp, (text: string) => string])[] = [
  [/^\d{4}-\d{2}-\d{2}$/, longDate],
  [/^\d{4}-\d{2}-\d{2}T.*Z$/, (text) => dateAndTime(text)],
  [/^\d{2}:\d{2}$/, writtenTime],
  [/^true$/, () => 'Yes'],
  [/^false$/, () => 'No'],
  [/^[[{]/, (text) => textIn(jsonIn(text))],
];
/** How the values of these fields are written, whatever their format. */
const formats: Readonly<Record<string, (text: string) => string>> = {
  ...Object.fromEntries(amounts.map((name) => [name, (text: string) => money(Number(text))])),
  status: titleCase,
  refundTerms: (text) => titleCase(String((jsonIn(text) as { policy?: unknown } | null)?.policy ?? text)),
};

/** A value from JSON in words: `Amount $570.00, Completed No` for an object. */
const textIn = (value: unknown): string => {
  if (Array.isArray(value) && value.length === 0) return 'none';
  if (Array.isArray(value)) return value.map(textIn).join(value.some((item) => typeof item === 'object') ? '; ' : ', ');
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .filter(([, part]) => part !== null)
    .map(
      ([name, part]) => `${labelOf(name)} ${valueText(name, typeof part === 'string' ? part : JSON.stringify(part))}`,
    )
    .join(', ');
};

/** A value of an event or a booking in words. */
export const valueText = (name: string, text: string): string => {
  const format = formats[name] ?? forms.find(([form]) => form.test(text))?.[1] ?? String;
  return withShortIds(format(text));
};

export const labelOf = (name: string): string => labels[name] ?? wordsOf(name);

/** Shown instead of a value that is personal data. */
export const hiddenText = 'Hidden: personal data';
