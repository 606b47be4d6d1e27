import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { type PurchasedLead, type RefundRequest, refundRequest } from '#leads/contract';
import { rulesFor } from '../../platform/form-rules.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { SelectField } from '../../ui/form-fields.tsx';
import { useRequestRefund } from './list-api.ts';
import { refundCauseNames } from './refund-causes.ts';

const rules = rulesFor(refundRequest);
const causes = Object.entries(refundCauseNames).map(([value, label]) => ({ value, label }));
const text =
  'Leads that were not genuine are refunded: your card, or your credit. You no longer have the lead then. What the log proves is refunded at once; otherwise our staff decide. A lead is not refunded because its client hires somebody else.';

/** Asks for a refund of a purchased lead, or says what became of the request. */
export function RefundRequestButton({ lead: { id, refundRequest: status, refundableUntil } }: { lead: PurchasedLead }) {
  const [open, setOpen] = useState(false);
  const request = useRequestRefund(id);
  const close = () => setOpen(false);
  if (status === 'open') return <span className="small muted">Refund requested</span>;
  if (status === 'declined') return <span className="small muted">Refund declined</span>;
  if (Date.parse(refundableUntil) < Date.now()) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>Ask for a Refund</Button>
      <FormDialog<RefundRequest>
        name={`refund-${id}`}
        title="Ask for a refund"
        text={text}
        confirm="Send Request"
        requiredMark={false}
        open={open}
        submitting={request.isPending}
        onFinish={(values) => request.mutate(refundRequest.parse(values), { onSuccess: close })}
        onClose={close}
      >
        <SelectField name="cause" label="What is wrong with this lead?" rules={rules('cause')} options={causes} />
        <Form.Item name="text" label="What happened (optional)" rules={rules('text')}>
          <Input.TextArea autoSize={{ minRows: 3, maxRows: 8 }} />
        </Form.Item>
      </FormDialog>
    </>
  );
}
