import { maxReasonLength } from '#bookings/contract';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { ReasonField } from '../../ui/form-fields.tsx';

type ReasonDialogProps = {
  /** The name of the form, from which the ids of its fields follow. */
  name: string;
  title: string;
  /** What the action changes, and who reads the reason. */
  text: string;
  confirm: string;
  open: boolean;
  submitting: boolean;
  onReason: (reason: string) => void;
  onClose: () => void;
};

/** What reasons must not contain, because events keep them unencrypted. */
export const reasonHint = 'Without names, email addresses or phone numbers: it is stored permanently.';

/** Asks staff for the reason for an action. */
export function ReasonDialog({ onReason, ...dialog }: ReasonDialogProps) {
  return (
    <FormDialog<{ reason: string }> {...dialog} requiredMark={false} onFinish={({ reason }) => onReason(reason.trim())}>
      <ReasonField label="Reason" extra={reasonHint} maxLength={maxReasonLength} missing="Enter a reason" />
    </FormDialog>
  );
}
