import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
};

const stored = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

/** A text that this browser stores, and a function that replaces it; null removes it. */
export const useStoredText = (key: string) => {
  const text = useSyncExternalStore(subscribe, () => stored(key));
  const replace = (next: string | null): void => {
    try {
      if (next === null) localStorage.removeItem(key);
      else localStorage.setItem(key, next);
    } catch {
      // Storage may be full or forbidden: then nothing is saved, and the text stays as it is.
    }
    for (const listener of listeners) listener();
  };
  return [text, replace] as const;
};
