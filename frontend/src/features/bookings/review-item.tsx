import type { Review } from '#bookings/contract';
import { shortDate } from '../../platform/dates.ts';
import { Stars } from '../../ui/stars.tsx';
import './reviews.css';

// Pages are also rendered on the server, so the dates are in a time zone that both know.
const dayOf = (instant: string): string => shortDate(instant, 'UTC');
const editedText = (isEdited: boolean): string => (isEdited ? ' · edited' : '');

/** A review with its reply, as everyone sees it. */
export function ReviewItem({ review }: { review: Review }) {
  const { authorName, rating, text, createdAt, isEdited, reply, removedReason } = review;
  if (removedReason !== null)
    return (
      <article className="review">
        <p className="muted small">{dayOf(createdAt)}</p>
        <p className="muted">{`This review was removed: ${removedReason}`}</p>
      </article>
    );
  return (
    <article className="review">
      <p className="review-head">
        {rating !== null && <Stars rating={rating} />}
        <b>{authorName ?? 'Former member'}</b>
        <span className="muted small">{`${dayOf(createdAt)}${editedText(isEdited)}`}</span>
      </p>
      {text === null ? (
        <p className="muted">The text was deleted because an account was closed.</p>
      ) : (
        <p className="pre-line">{text}</p>
      )}
      {reply?.text && (
        <div className="review-reply">
          <p className="muted small">{`Reply · ${dayOf(reply.createdAt)}${editedText(reply.isEdited)}`}</p>
          <p className="pre-line">{reply.text}</p>
        </div>
      )}
    </article>
  );
}
