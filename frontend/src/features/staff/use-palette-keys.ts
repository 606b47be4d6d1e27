import { useEffect } from 'react';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Dialogs that were closed can still be in the document. */
const isDialogOpen = (): boolean =>
  [...document.querySelectorAll('[role="dialog"]')].some((dialog) => dialog.checkVisibility());

/** Calls `onOpen` for `/` outside of fields, and for Ctrl+K or Cmd+K anywhere, unless a dialog is open. */
export const usePaletteKeys = (onOpen: () => void): void => {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const withCommand = event.ctrlKey || event.metaKey;
      const isWanted =
        (event.key === 'k' && withCommand) ||
        (event.key === '/' && !withCommand && !event.altKey && !isTyping(event.target));
      if (!isWanted || isDialogOpen()) return;
      event.preventDefault();
      onOpen();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [onOpen]);
};
