import { Button, Form } from 'antd';
import { maxReasonLength } from '#bookings/contract';
import { ReasonField } from '../../ui/form-fields.tsx';
import { useOpenEvidence } from './api.ts';
import { EvidenceDocument } from './evidence-document.tsx';
import { reasonHint } from './reason-dialog.tsx';

/** Asks for the reason and then shows the evidence of a booking, which has personal data. */
export function BookingEvidence({ id }: { id: string }) {
  const open = useOpenEvidence(id);
  if (open.data) return <EvidenceDocument evidence={open.data} />;
  return (
    <Form<{ reason: string }>
      name="open-evidence"
      layout="vertical"
      requiredMark={false}
      className="card pad"
      onFinish={({ reason }) => open.mutate(reason.trim())}
    >
      <p className="evidence-notice">
        The evidence shows the names and the email addresses of both parties. The log records that you opened it and
        why, and the parties find it in the export of their data.
      </p>
      <ReasonField label="Reason" extra={reasonHint} maxLength={maxReasonLength} missing="Enter a reason" />
      <Button type="primary" htmlType="submit" loading={open.isPending}>
        Open Evidence
      </Button>
    </Form>
  );
}
