import { useState } from 'react';
import { Deferred } from './deferred.tsx';
import { lazyPart } from './lazy-part.tsx';

const ReceiptDialog = lazyPart(async () => (await import('./receipt-dialog.tsx')).ReceiptDialog);

type ReceiptButtonProps = { path: string; title: string; label?: string };

/** Opens a history that can be downloaded as a signed receipt. `path` is that of the receipt below `/api/v1`. */
export function ReceiptButton({ path, title, label = 'History' }: ReceiptButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        {label}
      </button>
      <Deferred open={open}>
        <ReceiptDialog path={path} title={title} open={open} onClose={() => setOpen(false)} />
      </Deferred>
    </>
  );
}
