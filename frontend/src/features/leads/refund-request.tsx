import { Button } from 'antd';
import { useState } from 'react';
import type { PurchasedLead } from '#leads/contract';
import { Deferred } from '../../ui/deferred.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';

const RefundDialog = lazyPart(async () => (await import('./refund-dialog.tsx')).RefundDialog);

/** Requests a refund of a purchased lead, or shows the status of the request. */
export function RefundRequestButton({ lead: { id, refundRequest: status, refundableUntil } }: { lead: PurchasedLead }) {
  const [open, setOpen] = useState(false);
  if (status === 'open') return <span className="small muted">Refund requested</span>;
  if (status === 'declined') return <span className="small muted">Refund declined</span>;
  if (Date.parse(refundableUntil) < Date.now()) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>Request a Refund</Button>
      <Deferred open={open}>
        <RefundDialog leadId={id} open={open} onClose={() => setOpen(false)} />
      </Deferred>
    </>
  );
}
