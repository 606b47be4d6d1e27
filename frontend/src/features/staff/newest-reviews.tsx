import { Button, Flex } from 'antd';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import type { StaffReview, StaffReviewAction } from '#bookings/contract';
import { dateAndTime } from '../../platform/dates.ts';
import { Panel } from '../../ui/panel.tsx';
import { useActOnReview } from './api.ts';
import { ReasonDialog } from './reason-dialog.tsx';

/** What each action is called, and what it changes. */
const actions: Readonly<Record<StaffReviewAction, { label: string; text: string }>> = {
  remove: {
    label: 'Remove Review',
    text: 'The review and its reply disappear from the profile. Everyone can read the reason there.',
  },
  restore: { label: 'Show Review Again', text: 'The review and its reply are public again. The log keeps the reason.' },
};

type NewestReviewsProps = {
  reviews: readonly StaffReview[];
  /** The end of the list: the button that loads more. */
  children: ReactNode;
};

/** The newest reviews of all professionals. */
export function NewestReviews({ reviews, children }: NewestReviewsProps) {
  return (
    <Panel
      title="Newest reviews"
      text={reviews.length === 0 ? 'No review was written yet.' : 'Everyone can read them.'}
    >
      {reviews.length > 0 && (
        <Flex vertical gap={24}>
          {reviews.map((review) => (
            <OneReview key={review.id} review={review} />
          ))}
        </Flex>
      )}
      {children}
    </Panel>
  );
}

function OneReview({ review }: { review: StaffReview }) {
  const { id, bookingId, creator, rating, text, reply, createdAt, removedReason } = review;
  const [open, setOpen] = useState(false);
  const act = useActOnReview(id);
  const action = removedReason === null ? 'remove' : 'restore';
  const { label, text: consequence } = actions[action];
  return (
    <article>
      <Flex vertical gap={8}>
        <h3>{`${rating} of 5 stars for ${creator.shortName}`}</h3>
        <p className="muted small">{dateAndTime(createdAt)}</p>
        {removedReason !== null && <p>{`Removed: ${removedReason}`}</p>}
        <p className="pre-line">{text ?? 'The text was removed.'}</p>
        {reply !== null && (
          <p className="pre-line">
            <b>Reply:</b> {reply}
          </p>
        )}
        <Flex wrap gap={10}>
          <Link className="button" to={`/staff/bookings/${bookingId}`}>
            Timeline
          </Link>
          <Button danger={action === 'remove'} onClick={() => setOpen(true)}>
            {label}
          </Button>
        </Flex>
      </Flex>
      <ReasonDialog
        name="act-on-review"
        title={label}
        text={consequence}
        confirm={label}
        open={open}
        submitting={act.isPending}
        onReason={(reason) => act.mutate({ action, reason }, { onSuccess: () => setOpen(false) })}
        onClose={() => setOpen(false)}
      />
    </article>
  );
}
