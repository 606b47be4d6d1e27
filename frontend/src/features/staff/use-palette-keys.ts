import { useEffect } from 'react';
import { useStoredText } from '../../platform/stored-text.ts';

/** The keys that open the command palette, for ARIA and for people. */
export const paletteKeys = { aria: 'Control+K Meta+K', shown: /Mac|iP/.test(navigator.platform) ? '⌘K' : 'Ctrl K' };

/** Whether `/` opens the palette, and a function that changes it. */
export const useSlashKey = () => {
  const [stored, replace] = useStoredText('festoon.slash-key');
  return [stored !== 'off', (isOn: boolean): void => replace(isOn ? null : 'off')] as const;
};

/** Dialogs that were closed can still be in the document. */
const isDialogOpen = (): boolean =>
  [...document.querySelectorAll('[role="dialog"]')].some((dialog) => dialog.checkVisibility());

const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, select, [contenteditable], [role="combobox"]') !== null;

/**
 * Calls `onOpen` for Ctrl+K, Cmd+K and `/`, unless a dialog is open. A single character can interfere with speech input,
 * so `/` can be switched off (WCAG 2.1.4).
 */
export const usePaletteKeys = (onOpen: () => void): void => {
  const [slash] = useSlashKey();
  useEffect(() => {
    const opens = (event: KeyboardEvent): boolean => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
      const hasCommandKey = ctrlKey || metaKey;
      // Some keyboards have `/` on Shift+7.
      if (key === '/') return slash && !hasCommandKey && !altKey && !isTyping(event);
      return key.toLowerCase() === 'k' && hasCommandKey && !altKey && !shiftKey;
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (!opens(event) || isDialogOpen()) return;
      event.preventDefault();
      onOpen();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [onOpen, slash]);
};
