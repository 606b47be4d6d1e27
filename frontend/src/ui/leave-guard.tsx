import { type ReactNode, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { followGuardedPage, guardNavigation } from '../platform/navigation-guard.ts';
import { Deferred } from './deferred.tsx';
import { lazyPart } from './lazy-part.tsx';

const ConfirmDialog = lazyPart(async () => (await import('./confirm-dialog.tsx')).ConfirmDialog);

type LeaveGuardProps = {
  active: boolean;
  title: string;
  /** The buttons: one leaves the page, the other stays on it. */
  leave: string;
  stay: string;
  children: ReactNode;
};

/** While it is active, asks before the page is left: by a link, the back button, a reload, or closing the tab. */
export function LeaveGuard({ active, title, leave, stay, children }: LeaveGuardProps) {
  const navigate = useNavigate();
  const [proceed, setProceed] = useState<() => void>();
  useEffect(() => {
    if (!active) return;
    return guardNavigation(
      (next) => setProceed(() => next),
      (path) => void navigate(path),
    );
  }, [active, navigate]);
  const { key } = useLocation();
  useEffect(() => {
    if (key) followGuardedPage();
  }, [key]);
  const close = () => setProceed(undefined);
  const open = active && proceed !== undefined;
  return (
    <Deferred open={open}>
      <ConfirmDialog
        title={title}
        open={open}
        confirm={leave}
        keep={stay}
        submitting={false}
        onConfirm={() => {
          close();
          proceed?.();
        }}
        onKeep={close}
      >
        {children}
      </ConfirmDialog>
    </Deferred>
  );
}
