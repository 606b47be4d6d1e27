import type { FilterField } from './filter.ts';

/** What each status of a payout is called. */
export const payoutStatusNames = {
  started: 'To be paid',
  made: 'Paid',
  failed: 'Failed',
  returned: 'Came back',
} as const;

/** The filters of the payouts, named as the parameters of `GET /api/v1/staff/payouts`. */
export const payoutFields: readonly FilterField[] = [
  {
    name: 'status',
    label: 'Status',
    options: Object.entries(payoutStatusNames).map(([value, label]) => ({ value, label })),
  },
  { name: 'person', label: 'Professional', placeholder: 'Full ID' },
  { name: 'from', label: 'Started from', type: 'date' },
  { name: 'to', label: 'Started until', type: 'date' },
];
