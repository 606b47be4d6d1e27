import { type ReactNode, Suspense, useState } from 'react';

/** Renders a dialog or drawer from the first time it is open, so that its code is loaded only then. */
export function Deferred({ open, children }: { open: boolean; children: ReactNode }) {
  const [wasOpen, setWasOpen] = useState(open);
  if (open && !wasOpen) setWasOpen(true);
  return wasOpen && <Suspense>{children}</Suspense>;
}
