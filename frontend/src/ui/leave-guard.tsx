import { lazy, type ReactNode, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Deferred } from './deferred.tsx';

const ConfirmDialog = lazy(async () => ({ default: (await import('./confirm-dialog.tsx')).ConfirmDialog }));

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
  const [proceed, setProceed] = useState<() => void>();
  useUnloadGuard(active);
  useNavigationGuard(active, (next) => setProceed(() => next));
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

/** The browser's own question before a reload or before the tab is closed. */
const useUnloadGuard = (active: boolean): void => {
  useEffect(() => {
    if (!active) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [active]);
};

/** The page of this site that a click opens in this tab, if it does. */
const destinationOf = (event: MouseEvent): string | undefined => {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined;
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link || link.target === '_blank' || link.hasAttribute('download') || link.origin !== location.origin)
    return undefined;
  return link.pathname === location.pathname ? undefined : link.pathname + link.search + link.hash;
};

type HistoryState = { idx?: number } | null;

/**
 * Calls `onLeave` instead of a navigation within the site; its argument navigates after all. The router can only block
 * navigations if it also loads the data of the pages, so links and the history are watched here.
 */
const useNavigationGuard = (active: boolean, onLeave: (proceed: () => void) => void): void => {
  const navigate = useNavigate();
  const ask = useRef(onLeave);
  useEffect(() => {
    ask.current = onLeave;
  });
  useEffect(() => {
    if (!active) return;
    const index = (history.state as HistoryState)?.idx ?? 0;
    let letPass = 0;
    const onClick = (event: MouseEvent) => {
      const destination = destinationOf(event);
      if (destination === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      ask.current(() => void navigate(destination));
    };
    const onPopState = (event: PopStateEvent) => {
      if (letPass > 0) {
        letPass--;
        // The history is back at this page; the router has not noticed that it was elsewhere.
        if ((event.state as HistoryState)?.idx === index) event.stopImmediatePropagation();
        return;
      }
      const steps = ((event.state as HistoryState)?.idx ?? index) - index;
      if (steps === 0) return;
      event.stopImmediatePropagation();
      letPass++;
      history.go(-steps);
      ask.current(() => {
        letPass++;
        history.go(steps);
      });
    };
    document.addEventListener('click', onClick, true);
    addEventListener('popstate', onPopState, true);
    return () => {
      document.removeEventListener('click', onClick, true);
      removeEventListener('popstate', onPopState, true);
    };
  }, [active, navigate]);
};
