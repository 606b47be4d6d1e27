import { Button, Flex } from 'antd';
import { useDownloadReceipt } from './receipt-api.ts';

/** Downloads the history of a booking as a signed file that can be shown to others. */
export function BookingReceipt({ id }: { id: string }) {
  const download = useDownloadReceipt(id);
  return (
    <Flex vertical align="flex-start" gap={6}>
      <Button loading={download.isPending} onClick={() => download.mutate()}>
        Download signed receipt
      </Button>
      <p className="small muted">
        This history as a signed file. It proves what happened and when, without personal data of the other party.
      </p>
    </Flex>
  );
}
