import { type Booking, maxReasonLength } from '#bookings/contract';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { ReasonField } from '../../ui/form-fields.tsx';
import { useDisputeBooking } from './dispute-api.ts';

type Props = { booking: Pick<Booking, 'id' | 'status'>; open: boolean; onClose: () => void };

/** Takes the description of a problem, which both parties and staff can read. */
export function DisputeDialog({ booking, open, onClose }: Props) {
  const dispute = useDisputeBooking(booking.id);
  return (
    <FormDialog<{ reason: string }>
      name="report-problem"
      title="Report a problem"
      text={
        <>
          {booking.status === 'confirmed' && 'The booking isn’t completed until the problem is resolved. '}
          Festoon’s staff can read the report. Contact them if you can’t settle it between you.
        </>
      }
      confirm="Report Problem"
      open={open}
      submitting={dispute.isPending}
      requiredMark={false}
      onFinish={({ reason }) => dispute.mutate(reason.trim(), { onSuccess: onClose })}
      onClose={onClose}
    >
      <ReasonField
        label="What is the problem?"
        extra="Shown to both of you in the status history"
        maxLength={maxReasonLength}
        missing="Please describe the problem"
      />
    </FormDialog>
  );
}
