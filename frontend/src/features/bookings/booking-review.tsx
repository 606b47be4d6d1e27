import { Button, Flex } from 'antd';
import { type ReactNode, useState } from 'react';
import type { Booking, BookingReview as ReviewOfBooking } from '#bookings/contract';
import { Deferred } from '../../ui/deferred.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Panel } from '../../ui/panel.tsx';
import { daysLeft } from './review-deadline.ts';
import { ReviewItem } from './review-item.tsx';
import { useBookingReview } from './reviews-api.ts';

const ReviewDialog = lazyPart(async () => (await import('./review-dialog.tsx')).ReviewDialog);
const ReplyDialog = lazyPart(async () => (await import('./review-dialog.tsx')).ReplyDialog);

/** The review of a completed booking: its client writes it, the professional replies. */
export function BookingReview({ booking, userId }: { booking: Booking; userId: string }) {
  const { data } = useBookingReview(booking.id);
  if (!data || (data.review === null && !data.may.write)) return null;
  const isClient = userId === booking.client.id;
  return (
    <Panel title={isClient ? 'Your review' : 'The client’s review'} text={hintOf(data, booking)}>
      <Flex vertical gap={14} align="flex-start">
        {data.review && <ReviewItem review={data.review} />}
        {data.may.write && <Write booking={booking} data={data} />}
        {data.may.reply && <Reply booking={booking} data={data} />}
      </Flex>
    </Panel>
  );
}

const hintOf = ({ review, may, writeUntil, replyUntil }: ReviewOfBooking, { creator }: Booking): string | undefined => {
  if (may.write && writeUntil)
    return review
      ? `You can change it: ${daysLeft(writeUntil)}.`
      : `How was it with ${creator.displayName}? Everyone can read your review, with your first name: ${daysLeft(writeUntil)}.`;
  if (!may.reply) return undefined;
  return replyUntil
    ? `You can change your reply: ${daysLeft(replyUntil)}.`
    : 'Everyone can read it. You can reply once.';
};

type PartProps = { booking: Booking; data: ReviewOfBooking };

function Write({ booking, data: { review } }: PartProps) {
  return (
    <WithDialog label={review ? 'Edit Review' : 'Write a Review'} primary={review === null}>
      {(open, onClose) => <ReviewDialog bookingId={booking.id} review={review} open={open} onClose={onClose} />}
    </WithDialog>
  );
}

function Reply({ booking, data: { review } }: PartProps) {
  const reply = review?.reply?.text ?? null;
  return (
    <WithDialog label={reply === null ? 'Reply' : 'Edit Reply'} primary={reply === null}>
      {(open, onClose) => <ReplyDialog bookingId={booking.id} reply={reply} open={open} onClose={onClose} />}
    </WithDialog>
  );
}

type WithDialogProps = {
  label: string;
  primary: boolean;
  children: (open: boolean, onClose: () => void) => ReactNode;
};

function WithDialog({ label, primary, children }: WithDialogProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button type={primary ? 'primary' : 'default'} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Deferred open={open}>{children(open, () => setOpen(false))}</Deferred>
    </>
  );
}
