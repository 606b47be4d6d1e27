import type { StaffReports } from '#backoffice/contract';
import { hiddenText } from '../../platform/field-texts.ts';

/** What parties wrote to Festoon, by the key of the report; null if it was removed. */
export type Texts = ReadonlyMap<string, string | null>;

export const keyOfProblem = (bookingId: string, reportedBy: string): string => `${bookingId}:${reportedBy}`;

export const textsOf = ({ bookings, conversations }: StaffReports): Texts =>
  new Map([
    ...bookings.flatMap(({ id, reports }) =>
      reports.map(({ reportedBy, reason }) => [keyOfProblem(id, reportedBy), reason] as const),
    ),
    ...conversations.map(({ id, reason }) => [id, reason] as const),
  ]);

/** What a party wrote, or why it is not shown. Reports that arrived after the others were revealed are hidden too. */
export const shownText = (texts: Texts, key: string): string =>
  texts.has(key) ? (texts.get(key) ?? 'The text was removed.') : hiddenText;
