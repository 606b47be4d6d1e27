import { titleCase } from '../../platform/text.ts';
import type { FilterField } from './filter.ts';

/** The filters of the leads, named as the parameters of `GET /api/v1/staff/leads`. */
export const leadFields: readonly FilterField[] = [
  { name: 'id', label: 'Lead or client', placeholder: 'Full ID' },
  {
    name: 'status',
    label: 'Status',
    options: ['active', 'held', 'closed', 'booked', 'expired', 'withdrawn', 'removed'].map((value) => ({
      value,
      label: titleCase(value),
    })),
  },
  { name: 'refund', label: 'Refund', options: [{ value: 'failed', label: 'Refund failed' }] },
];
