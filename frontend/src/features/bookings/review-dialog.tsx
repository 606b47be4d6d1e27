import { Form, Input, Rate } from 'antd';
import { maxReviewLength, type Review, type ReviewReply, type ReviewWriting } from '#bookings/contract';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useReplyToReview, useWriteReview } from './reviews-api.ts';

type DialogProps = { bookingId: string; open: boolean; onClose: () => void };

// The rules are not taken from the schema of the contract, which would add to what other pages load.
const starsMissing = [{ required: true, message: 'Please choose 1 to 5 stars' }];
const textMissing = (message: string) => [{ required: true, whitespace: true, message }];
const rows = { minRows: 4, maxRows: 10 };

export function ReviewDialog({ bookingId, review, open, onClose }: DialogProps & { review: Review | null }) {
  const write = useWriteReview(bookingId);
  return (
    <FormDialog<ReviewWriting>
      name="review"
      title={review ? 'Edit your review' : 'Write a review'}
      text="Everyone can read it on the public profile, with your first name. You can change it for 14 days."
      confirm="Publish Review"
      open={open}
      submitting={write.isPending}
      requiredMark={false}
      initialValues={{ rating: review?.rating ?? undefined, text: review?.text ?? '' }}
      onFinish={(values) => write.mutate(values, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Form.Item name="rating" label="Rating" rules={starsMissing}>
        <Rate allowClear={false} />
      </Form.Item>
      <Form.Item name="text" label="Your review" rules={textMissing('Please write what it was like')}>
        <Input.TextArea autoSize={rows} maxLength={maxReviewLength} />
      </Form.Item>
    </FormDialog>
  );
}

export function ReplyDialog({ bookingId, reply, open, onClose }: DialogProps & { reply: string | null }) {
  const write = useReplyToReview(bookingId);
  return (
    <FormDialog<ReviewReply>
      name="review-reply"
      title={reply === null ? 'Reply to the review' : 'Edit your reply'}
      text="Everyone can read your reply below the review. You can change it for 14 days."
      confirm="Publish Reply"
      open={open}
      submitting={write.isPending}
      requiredMark={false}
      initialValues={{ text: reply ?? '' }}
      onFinish={(values) => write.mutate(values, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Form.Item name="text" label="Your reply" rules={textMissing('Please write a reply')}>
        <Input.TextArea autoSize={rows} maxLength={maxReviewLength} />
      </Form.Item>
    </FormDialog>
  );
}
