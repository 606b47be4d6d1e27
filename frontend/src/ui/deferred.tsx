import { type ReactNode, Suspense, useState } from 'react';
import { useIsOnline } from '../platform/online.ts';

/** Renders a dialog or drawer from the first time it is open, so that its code is loaded only then. */
export function Deferred({ open, children }: { open: boolean; children: ReactNode }) {
  const [wasOpen, setWasOpen] = useState(open);
  if (open && !wasOpen) setWasOpen(true);
  return wasOpen && <Suspense fallback={open && <WaitingForConnection />}>{children}</Suspense>;
}

/** Offline, the code of a dialog is loaded when the connection is back, which can take a while. */
function WaitingForConnection() {
  return (
    !useIsOnline() && (
      <p className="card pad waiting" role="status">
        You’re offline. This opens when the connection is back.
      </p>
    )
  );
}
