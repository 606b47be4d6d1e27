import type { FieldTable } from '../../platform/field-texts.ts';

/** How the fields of the events of leads are shown. */
export const leadFields: FieldTable = { labels: { leadId: 'Lead' }, amounts: ['leadPrice', 'budgetMin', 'budgetMax'] };
