import { useSyncExternalStore } from 'react';
import { useStoredUserId } from '../../platform/session-storage.ts';
import type { FilterField } from './filter.ts';
import { type SavedFilter, savedFiltersIn } from './saved-filters.ts';

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

/**
 * The filters that the user saved for a list, and a function that replaces them. They are stored in this browser, like
 * the theme: they are bookmarks, which no rule and no other person reads. On the server their names, which people
 * choose freely, would be personal data that has to be encrypted, exported and erased. Each user of the browser has
 * their own.
 */
export const useSavedFilters = (list: string, fields: readonly FilterField[]) => {
  const key = `festoon.filters.${list}.${useStoredUserId() ?? ''}`;
  const text = useSyncExternalStore(subscribe, () => stored(key));
  const replace = (filters: readonly SavedFilter[]): void => {
    try {
      localStorage.setItem(key, JSON.stringify(filters));
    } catch {
      // Storage may be full or forbidden: then nothing is saved, and the list stays as it is.
    }
    for (const listener of listeners) listener();
  };
  return [savedFiltersIn(text, fields), replace] as const;
};
