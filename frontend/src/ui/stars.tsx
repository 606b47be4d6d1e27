import './stars.css';

const starNumbers = [1, 2, 3, 4, 5] as const;

/** Drawn here, because the landing page loads no icon library. */
export function Star({ filled }: { filled: boolean }) {
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
