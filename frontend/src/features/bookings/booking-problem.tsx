import { Button } from 'antd';
import { useState } from 'react';
import type { Booking } from '#bookings/contract';
import { Deferred } from '../../ui/deferred.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useResolveDispute } from './dispute-api.ts';

const DisputeDialog = lazyPart(async () => (await import('./dispute-dialog.tsx')).DisputeDialog);

/** Lets a party report a problem with the booking, and mark it as resolved. */
export function BookingProblem({ booking }: { booking: Booking }) {
  const { id, may } = booking;
  const [open, setOpen] = useState(false);
  const resolve = useResolveDispute(id);
  if (may.resolveDispute)
    return (
      <Panel title="The problem you reported" text="Mark it as resolved once you two have settled it.">
        <Button loading={resolve.isPending} onClick={() => resolve.mutate()}>
          Mark as Resolved
        </Button>
      </Panel>
    );
  if (!may.dispute) return null;
  return (
    <Panel title="Something wrong?" text="Report a problem if you can’t settle it with the other party.">
      <Button onClick={() => setOpen(true)}>Report a Problem</Button>
      <Deferred open={open}>
        <DisputeDialog booking={booking} open={open} onClose={() => setOpen(false)} />
      </Deferred>
    </Panel>
  );
}
