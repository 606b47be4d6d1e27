import { maxRevealedRequests, type StaffReports } from '#backoffice/contract';
import type { StaffRefundRequest } from '#leads/contract';
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

/** The cursors of the pages that have reports whose texts are not revealed yet. The cursor of the first page is ''. */
export const cursorsOfHidden = (pages: readonly StaffReports[], texts: Texts): readonly string[] =>
  pages.flatMap((page, index) => {
    const hasHidden = [...textsOf(page).keys()].some((key) => !texts.has(key));
    return hasHidden ? [pages[index - 1]?.nextCursor ?? ''] : [];
  });

/** The requests for refunds whose texts are not revealed yet, at most as many as can be revealed at once. */
export const hiddenRequests = (
  requests: readonly Pick<StaffRefundRequest, 'id' | 'hasText'>[],
  texts: Texts,
): readonly string[] =>
  requests
    .filter(({ id, hasText }) => hasText && !texts.has(id))
    .map(({ id }) => id)
    .slice(0, maxRevealedRequests);

/** What a party wrote, or why it is not shown. Reports that arrived after the others were revealed are hidden too. */
export const shownText = (texts: Texts, key: string): string =>
  texts.has(key) ? (texts.get(key) ?? 'The text was removed.') : hiddenText;
