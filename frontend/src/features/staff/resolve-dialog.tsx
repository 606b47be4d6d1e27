import { maxReasonLength } from '#bookings/contract';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { ReasonField } from '../../ui/form-fields.tsx';
import { useResolveReports } from './api.ts';

type ResolveDialogProps = { bookingId: string; open: boolean; onClose: () => void };

/** Takes the reason for which staff mark a problem as resolved. */
export function ResolveDialog({ bookingId, open, onClose }: ResolveDialogProps) {
  const resolve = useResolveReports(bookingId);
  return (
    <FormDialog<{ reason: string }>
      name="resolve-problem"
      title="Mark as resolved"
      text="The booking continues: it can be completed again. Both parties see the reason in the status history."
      confirm="Mark as Resolved"
      open={open}
      submitting={resolve.isPending}
      requiredMark={false}
      onFinish={({ reason }) => resolve.mutate(reason.trim(), { onSuccess: onClose })}
      onClose={onClose}
    >
      <ReasonField
        label="Reason"
        extra="Without names, email addresses or phone numbers: it is stored permanently."
        maxLength={maxReasonLength}
        missing="Enter a reason"
      />
    </FormDialog>
  );
}
