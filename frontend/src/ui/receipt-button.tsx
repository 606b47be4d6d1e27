import { useState } from 'react';
import { Deferred } from './deferred.tsx';
import { lazyPart } from './lazy-part.tsx';
import type { ReceiptSource } from './receipt-dialog.tsx';

const ReceiptDialog = lazyPart(async () => (await import('./receipt-dialog.tsx')).ReceiptDialog);

type ReceiptButtonProps = ReceiptSource & { title: string; label?: string };

/** Opens a history that can be downloaded as a signed receipt. */
export function ReceiptButton({ path, queryKey, title, label = 'History' }: ReceiptButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        {label}
      </button>
      <Deferred open={open}>
        <ReceiptDialog path={path} queryKey={queryKey} title={title} open={open} onClose={() => setOpen(false)} />
      </Deferred>
    </>
  );
}
