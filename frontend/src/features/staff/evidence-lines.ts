import { type BookingEvidence, resultsOf, type TimelineEntry } from '#backoffice/contract';
import { fieldOf } from './timeline-entries.ts';

type Evidence = Pick<BookingEvidence, 'items' | 'client' | 'professional'>;

/** Money that was requested, paid or refunded. Amounts in cents. */
export type PaymentLine = {
  readonly entry: TimelineEntry;
  readonly amount: number | undefined;
  /** The id of the charge or the refund at the payment provider. */
  readonly providerId: string | undefined;
};

/** Only the events of payments that have an amount: others say nothing about money. */
export const paymentLines = ({ items }: Pick<Evidence, 'items'>): readonly PaymentLine[] =>
  items
    .filter((entry) => entry.module === 'payments' && fieldOf(entry, 'amount') !== undefined)
    .map((entry) => ({
      entry,
      amount: Number(fieldOf(entry, 'amount')),
      providerId: fieldOf(entry, 'refundId') ?? fieldOf(entry, 'chargeId'),
    }));

/** A person who was notified, and what became of the email. */
export type MailLine = {
  readonly entry: TimelineEntry;
  readonly kind: string;
  readonly recipient: 'Client' | 'Professional' | 'Another person';
  readonly email: TimelineEntry | undefined;
};

export const mailLines = ({ items, client, professional }: Evidence): readonly MailLine[] => {
  const recipients = new Map([
    [client.id, 'Client'],
    [professional.id, 'Professional'],
  ] as const);
  return items
    .filter(({ type }) => type === 'NotificationSent')
    .map((entry) => ({
      entry,
      kind: fieldOf(entry, 'kind') ?? '',
      recipient: recipients.get(fieldOf(entry, 'personId') ?? '') ?? 'Another person',
      email: resultsOf(entry.id, items).find(({ module }) => module === 'notifications'),
    }));
};
