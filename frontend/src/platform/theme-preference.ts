import { useSyncExternalStore } from 'react';

export type Theme = 'light' | 'dark';

const storageKey = 'festoon.theme';
const listeners = new Set<() => void>();

/** The theme on the screen; `public/start.js` chose it before the first paint. */
const themeNow = (): Theme => (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light');

const show = (theme: Theme): void => {
  document.documentElement.dataset.theme = theme;
  for (const listener of listeners) listener();
};

const systemTheme = (): Theme => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');

type Preference = Theme | 'system';

/** The preference where storage is forbidden: it lasts as long as the page. */
let unstoredPreference: Preference = 'system';

const preferenceNow = (): Preference => {
  try {
    const theme = localStorage.getItem(storageKey);
    return theme === 'dark' || theme === 'light' ? theme : 'system';
  } catch {
    return unstoredPreference;
  }
};

const showPreference = (): void => {
  const preference = preferenceNow();
  show(preference === 'system' ? systemTheme() : preference);
};

/** Stores the preference on this device; `system` removes it and follows the system again. */
export const setThemePreference = (preference: Preference): void => {
  try {
    if (preference === 'system') localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, preference);
  } catch {
    unstoredPreference = preference;
  }
  showPreference();
};

export const toggleTheme = (): void => setThemePreference(themeNow() === 'dark' ? 'light' : 'dark');

const subscribe = (listener: () => void): (() => void) => {
  const system = matchMedia('(prefers-color-scheme: dark)');
  // The key is null when another tab cleared the whole storage.
  const changeInOtherTab = ({ key }: StorageEvent) => {
    if (key === storageKey || key === null) showPreference();
  };
  listeners.add(listener);
  // Called after the listener of `public/start.js`, which shows the system's theme where storage is forbidden.
  system.addEventListener('change', showPreference);
  addEventListener('storage', changeInOtherTab);
  return () => {
    listeners.delete(listener);
    system.removeEventListener('change', showPreference);
    removeEventListener('storage', changeInOtherTab);
  };
};

export const useTheme = (): Theme => useSyncExternalStore(subscribe, themeNow, () => 'light');

export const useThemePreference = (): Preference => useSyncExternalStore(subscribe, preferenceNow, () => 'system');
