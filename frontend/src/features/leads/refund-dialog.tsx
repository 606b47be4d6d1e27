import { Form, Input } from 'antd';
import { type RefundRequest, refundRequest } from '#leads/contract';
import { rulesFor } from '../../platform/form-rules.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { SelectField } from '../../ui/form-fields.tsx';
import { useRequestRefund } from './list-api.ts';
import { refundCauseNames } from './refund-causes.ts';

const rules = rulesFor(refundRequest);
const causes = Object.entries(refundCauseNames).map(([value, label]) => ({ value, label }));
const text =
  'If a lead was not genuine, we refund your card or return your credit, and the lead leaves your purchases. Some requests are approved automatically; our team reviews the others. We don’t refund a lead because the client hired someone else.';

/** The form with which a professional requests a refund of a purchased lead. */
export function RefundDialog({ leadId, open, onClose }: { leadId: string; open: boolean; onClose: () => void }) {
  const request = useRequestRefund(leadId);
  return (
    <FormDialog<RefundRequest>
      name={`refund-${leadId}`}
      title="Request a refund"
      text={text}
      confirm="Send Request"
      requiredMark={false}
      open={open}
      submitting={request.isPending}
      onFinish={(values) => request.mutate(refundRequest.parse(values), { onSuccess: onClose })}
      onClose={onClose}
    >
      <SelectField name="cause" label="What is wrong with this lead?" rules={rules('cause')} options={causes} />
      <Form.Item name="text" label="What happened (optional)" rules={rules('text')}>
        <Input.TextArea autoSize={{ minRows: 3, maxRows: 8 }} />
      </Form.Item>
    </FormDialog>
  );
}
