import { Button, Flex } from 'antd';
import { useState } from 'react';
import { Deferred } from '../../ui/deferred.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useDownloadReceipt } from './receipt-api.ts';

const BookingThen = lazyPart(async () => (await import('./booking-then.tsx')).BookingThen);

/**
 * What can be done with the history of a booking: to see the booking as it was, and to download a signed file for
 * others.
 */
export function BookingReceipt({ id }: { id: string }) {
  const download = useDownloadReceipt(id);
  const [open, setOpen] = useState(false);
  return (
    <Flex vertical align="flex-start" gap={6}>
      <Flex wrap gap={8}>
        <Button onClick={() => setOpen(true)}>As it was then</Button>
        <Button loading={download.isPending} onClick={() => download.mutate()}>
          Download signed receipt
        </Button>
      </Flex>
      <p className="small muted">
        The receipt is this history as a signed file. It proves what happened and when, without personal data of the
        other party.
      </p>
      <Deferred open={open}>
        <BookingThen id={id} open={open} onClose={() => setOpen(false)} />
      </Deferred>
    </Flex>
  );
}
