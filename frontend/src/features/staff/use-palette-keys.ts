import { useEffect } from 'react';

/**
 * The keys that open the command palette, for ARIA and for people. A single character would interfere with speech input
 * (WCAG 2.1.4).
 */
export const paletteKeys = { aria: 'Control+K Meta+K', shown: /Mac|iP/.test(navigator.platform) ? '⌘K' : 'Ctrl K' };

/** Dialogs that were closed can still be in the document. */
const isDialogOpen = (): boolean =>
  [...document.querySelectorAll('[role="dialog"]')].some((dialog) => dialog.checkVisibility());

/** Calls `onOpen` for Ctrl+K or Cmd+K, unless a dialog is open. */
export const usePaletteKeys = (onOpen: () => void): void => {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      if (isDialogOpen()) return;
      event.preventDefault();
      onOpen();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [onOpen]);
};
