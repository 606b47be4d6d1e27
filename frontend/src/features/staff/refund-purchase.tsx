import { Button } from 'antd';
import { useState } from 'react';
import { useRefundPurchase } from './api.ts';
import { ReasonDialog } from './reason-dialog.tsx';

/** Takes back a purchase of a lead, for staff who work with money. */
export function RefundPurchase({ leadId, buyerId }: { leadId: string; buyerId: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const refund = useRefundPurchase(leadId, buyerId);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button size="small" onClick={() => setIsOpen(true)}>
        Refund Purchase
      </Button>
      <ReasonDialog
        name={`refund-${buyerId}`}
        title="Refund Purchase"
        text="The professional gets the price back and no longer has the lead, and the place is free again. The professional and the client read the reason."
        confirm="Refund Purchase"
        open={isOpen}
        submitting={refund.isPending}
        onReason={(reason) => refund.mutate(reason, { onSuccess: close })}
        onClose={close}
      />
    </>
  );
}
