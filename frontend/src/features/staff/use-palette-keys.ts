import { useEffect } from 'react';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Calls `onOpen` for `/` outside of fields, and for Ctrl+K or Cmd+K anywhere, unless a dialog is open. */
export const usePaletteKeys = (onOpen: () => void): void => {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const withCommand = event.ctrlKey || event.metaKey;
      const isWanted =
        (event.key === 'k' && withCommand) ||
        (event.key === '/' && !withCommand && !event.altKey && !isTyping(event.target));
      if (!isWanted || document.querySelector('[role="dialog"]:not([style*="display: none"])')) return;
      event.preventDefault();
      onOpen();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [onOpen]);
};
