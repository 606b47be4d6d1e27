import { Flex, Form, Radio } from 'antd';
import type { StaffCancellation } from '#backoffice/contract';
import { maxReasonLength, type StaffBookingActions } from '#bookings/contract';
import { money } from '../../platform/money.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { ReasonField } from '../../ui/form-fields.tsx';
import { reasonHint } from './reason-dialog.tsx';

type Refund = StaffBookingActions['refunds'][number];
type RefundDecision = Refund['decision'];
type Values = { reason: string; refund: RefundDecision; onBehalfOf: 'client' | 'creator' | 'none' };

const shares: Readonly<Record<RefundDecision, string>> = {
  full: 'Refund everything',
  policy: 'Refund what the client would get by cancelling',
  none: 'Refund nothing',
};

const refundLabel = ({ decision, refundAmount, keptAmount }: Refund): string => {
  if (refundAmount === 0 && keptAmount === 0) return `${shares[decision]}: nothing has been paid`;
  return `${shares[decision]}: ${money(refundAmount)} is returned to the client, ${money(keptAmount)} stays with the professional`;
};

type CancelForPartiesDialogProps = {
  title: string;
  text: string;
  confirm: string;
  /** What each possible decision would refund now. */
  refunds: readonly Refund[];
  open: boolean;
  submitting: boolean;
  onCancel: (cancellation: StaffCancellation) => void;
  onClose: () => void;
};

/** Takes the reason, the refund and the party for which staff cancel a booking. */
export function CancelForPartiesDialog({ refunds, onCancel, ...dialog }: CancelForPartiesDialogProps) {
  const send = ({ reason, refund, onBehalfOf }: Values) => {
    const refundAmount = refunds.find(({ decision }) => decision === refund)?.refundAmount;
    onCancel({
      reason: reason.trim(),
      refund,
      ...(refundAmount !== undefined && { refundAmount }),
      ...(onBehalfOf !== 'none' && { onBehalfOf }),
    });
  };
  return (
    <FormDialog<Values>
      {...dialog}
      name="cancel-for-parties"
      requiredMark={false}
      initialValues={{ refund: 'full', onBehalfOf: 'none' }}
      onFinish={send}
    >
      <Form.Item name="refund" label="Refund">
        <Radio.Group>
          <Flex vertical gap={8}>
            {refunds.map((refund) => (
              <Radio key={refund.decision} value={refund.decision}>
                {refundLabel(refund)}
              </Radio>
            ))}
          </Flex>
        </Radio.Group>
      </Form.Item>
      <Form.Item name="onBehalfOf" label="On behalf of">
        <Radio.Group
          options={[
            { value: 'none', label: 'Neither party' },
            { value: 'client', label: 'The client' },
            { value: 'creator', label: 'The professional' },
          ]}
        />
      </Form.Item>
      <ReasonField label="Reason" extra={reasonHint} maxLength={maxReasonLength} missing="Enter a reason" />
    </FormDialog>
  );
}
