import { amount } from '../../platform/text.ts';
import { Star } from '../../ui/stars.tsx';

/** `average` is null without reviews. */
type Rating = { readonly average: number | null; readonly count: number };

/** The average of all reviews and their number, or that there are none yet. `brief`: only the number, for cards. */
export function RatingLine({ rating: { average, count }, brief = false }: { rating: Rating; brief?: boolean }) {
  if (average === null) return <span className="tag amber">New</span>;
  const averageText = average.toFixed(1);
  return (
    <span className="stars rating">
      <Star filled />
      <b aria-hidden="true">{averageText}</b>
      <span className="unseen">{`${averageText} of 5 stars, `}</span>
      {brief && (
        <span className="muted small" aria-hidden="true">
          ({count})
        </span>
      )}
      <span className={brief ? 'unseen' : 'muted small'}>{amount(count, 'review')}</span>
    </span>
  );
}
