import type { FieldTable } from '../../platform/field-texts.ts';

/** How the fields of the events of payouts are shown. */
export const payoutFields: FieldTable = { labels: { payoutId: 'Payout' } };
