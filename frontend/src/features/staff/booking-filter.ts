import type { StaffBooking } from '#backoffice/contract';
import { toCents } from '../../platform/money.ts';
import { titleCase } from '../../platform/text.ts';
import type { Filter, FilterField } from './filter.ts';

export const paymentStateLabels: Readonly<Record<StaffBooking['payment'], string>> = {
  'refund-due': 'Refund due',
  overdue: 'Balance overdue',
  refunded: 'Refunded',
  paid: 'Paid',
  'deposit-paid': 'Deposit paid',
  unpaid: 'Not paid',
};

/**
 * The filters of the bookings, named as the parameters of `GET /api/v1/staff/bookings`. Amounts are in dollars here.
 */
export const bookingFields: readonly FilterField[] = [
  { name: 'id', label: 'Booking or person', placeholder: 'Full ID' },
  { name: 'party', label: 'Client or professional', placeholder: 'Email or full name', personal: true },
  { name: 'professional', label: 'Professional', placeholder: 'First or last name', personal: true },
  { name: 'place', label: 'City or region' },
  {
    name: 'status',
    label: 'Status',
    options: ['pending', 'confirmed', 'completed', 'cancelled'].map((value) => ({ value, label: titleCase(value) })),
  },
  {
    name: 'payment',
    label: 'Payment',
    options: Object.entries({ ...paymentStateLabels, 'refund-failed': 'Refund failed' }).map(([value, label]) => ({
      value,
      label,
    })),
  },
  { name: 'flag', label: 'Flag', options: [{ value: 'disputed', label: 'Problem reported' }] },
  { name: 'delivery', label: 'Delivery', options: [{ value: 'late', label: '14 days late or more' }] },
  { name: 'from', label: 'Event from', type: 'date' },
  { name: 'to', label: 'Event to', type: 'date' },
  { name: 'minAmount', label: 'Price from ($)', type: 'number' },
  { name: 'maxAmount', label: 'Price to ($)', type: 'number' },
];

const cents = (dollars: string): string => String(toCents(Number(dollars)));

/** Whether a filter has personal data, which is sent in the body of a request and not in its address. */
export const isPersonal = (filter: Filter): boolean =>
  bookingFields.some(({ name, personal }) => personal && filter[name] !== undefined);

/** The parameters of the request: amounts in cents. */
export const bookingQueryOf = ({ minAmount, maxAmount, ...rest }: Filter): Filter => ({
  ...rest,
  ...(minAmount && { minAmount: cents(minAmount) }),
  ...(maxAmount && { maxAmount: cents(maxAmount) }),
});
