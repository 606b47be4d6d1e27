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

const storedPreference = (): Theme | 'system' => {
  try {
    const theme = localStorage.getItem(storageKey);
    return theme === 'dark' || theme === 'light' ? theme : 'system';
  } catch {
    return 'system';
  }
};

/** Stores the preference on this device; `system` removes it and follows the system again. */
export const setThemePreference = (preference: Theme | 'system'): void => {
  try {
    if (preference === 'system') localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, preference);
  } catch {
    // Storage may be forbidden: the preference then lasts as long as the page.
  }
  show(preference === 'system' ? systemTheme() : preference);
};

export const toggleTheme = (): void => setThemePreference(themeNow() === 'dark' ? 'light' : 'dark');

const subscribe = (listener: () => void): (() => void) => {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const change = () => storedPreference() === 'system' && show(systemTheme());
  const changeInOtherTab = (event: StorageEvent) => {
    const preference = storedPreference();
    if (event.key === storageKey) show(preference === 'system' ? systemTheme() : preference);
  };
  listeners.add(listener);
  system.addEventListener('change', change);
  addEventListener('storage', changeInOtherTab);
  return () => {
    listeners.delete(listener);
    system.removeEventListener('change', change);
    removeEventListener('storage', changeInOtherTab);
  };
};

export const useTheme = (): Theme => useSyncExternalStore(subscribe, themeNow, () => 'light');

export const useThemePreference = (): Theme | 'system' =>
  useSyncExternalStore(subscribe, storedPreference, () => 'system');
