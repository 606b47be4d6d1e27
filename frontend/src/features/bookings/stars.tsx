import { Star } from 'lucide-react';
import type { Rating } from '#bookings/contract';
import './reviews.css';

const all = [1, 2, 3, 4, 5] as const;

/** A rating of whole stars. */
export function Stars({ rating }: { rating: number }) {
  return (
    <span className="stars" role="img" aria-label={`${rating} of 5 stars`}>
      {all.map((star) => (
        <Star key={star} className={star <= rating ? 'filled' : undefined} aria-hidden="true" />
      ))}
    </span>
  );
}

const reviewCount = (count: number): string => (count === 1 ? '1 review' : `${count} reviews`);

/** The average of all reviews and their number; nothing without reviews. */
export function RatingLine({ rating: { average, count } }: { rating: Rating }) {
  if (average === null) return null;
  const written = average.toFixed(1);
  return (
    <span className="stars rating">
      <Star className="filled" aria-hidden="true" />
      <b aria-hidden="true">{written}</b>
      <span className="unseen">{`${written} of 5 stars, `}</span>
      <span className="muted small">{reviewCount(count)}</span>
    </span>
  );
}
