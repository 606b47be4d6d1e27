import type { ConversationTurn } from '#ai/contract';

type VendorFacts = NonNullable<ConversationTurn['answer']>['vendors'][number];

const dayTexts = {
  free: 'Free',
  taken: 'Taken',
  off: 'Does not work that day',
  unknown: 'No public calendar',
} as const;
const missTexts = { 'too-far': 'Too far', 'over-budget': 'Over budget', 'not-free': 'Not free' } as const;

/** What the calendar said of the date that was asked for. */
export const dateText = ({ dateState, freeDays }: VendorFacts): string => {
  if (dateState) return dayTexts[dateState];
  if (freeDays === null) return '–';
  return `${freeDays} free ${freeDays === 1 ? 'day' : 'days'}`;
};

export const distanceText = ({ miles }: VendorFacts): string =>
  miles === null ? '–' : `${miles.toLocaleString('en-US')} mi`;

/** Which wishes the vendor did not meet. */
export const missesText = ({ misses }: VendorFacts): string =>
  misses.map((miss) => missTexts[miss]).join(', ') || 'Fits everything';
