import type { FieldTable } from '../../platform/field-texts.ts';

/** How the fields that name people are shown. */
export const personFields: FieldTable = { labels: { userId: 'Person', personId: 'Person' } };
