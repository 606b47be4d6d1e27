import { useStoredUserId } from '../../platform/session-storage.ts';
import { useStoredText } from '../../platform/stored-text.ts';
import type { FilterField } from './filter.ts';
import { type SavedFilter, savedFiltersIn } from './saved-filters.ts';

/**
 * The filters that the user saved for a list, and a function that replaces them. They are stored in this browser, like
 * the theme: they are bookmarks, which no rule and no other person reads. On the server their names, which people
 * choose freely, would be personal data that has to be encrypted, exported and erased. Each user of the browser has
 * their own.
 */
export const useSavedFilters = (list: string, fields: readonly FilterField[]) => {
  const [text, replace] = useStoredText(`festoon.filters.${list}.${useStoredUserId() ?? ''}`);
  return [
    savedFiltersIn(text, fields),
    (filters: readonly SavedFilter[]): void => replace(JSON.stringify(filters)),
  ] as const;
};
