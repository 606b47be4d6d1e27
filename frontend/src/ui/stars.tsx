import { amount } from '../platform/text.ts';
import './stars.css';

const starNumbers = [1, 2, 3, 4, 5] as const;

/** Drawn here, because the landing page loads no icon library. */
function Star({ filled }: { filled: boolean }) {
  return (
    <svg className={filled ? 'filled' : undefined} viewBox="0 0 24 24" aria-hidden="true">
      <path d="m12 2.6 2.9 5.9 6.5.9-4.7 4.6 1.1 6.5-5.8-3.1-5.8 3.1 1.1-6.5-4.7-4.6 6.5-.9z" />
    </svg>
  );
}

/** A rating of whole stars. */
export function Stars({ rating }: { rating: number }) {
  return (
    <span className="stars" role="img" aria-label={`${rating} of 5 stars`}>
      {starNumbers.map((star) => (
        <Star key={star} filled={star <= rating} />
      ))}
    </span>
  );
}

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
