import { useSyncExternalStore } from 'react';

export type Theme = 'light' | 'dark';

const stored = 'festoon.theme';
const listeners = new Set<() => void>();

/** The theme on the screen; `public/theme.js` chose it before the first paint. */
const themeNow = (): Theme => (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light');

const show = (theme: Theme): void => {
  document.documentElement.dataset.theme = theme;
  for (const listener of listeners) listener();
};

const systemTheme = (): Theme => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');

const remembered = (): Theme | 'system' => {
  try {
    const theme = localStorage.getItem(stored);
    return theme === 'dark' || theme === 'light' ? theme : 'system';
  } catch {
    return 'system';
  }
};

/** Stores the choice on this device; `system` forgets it and follows the system again. */
export const setThemePreference = (choice: Theme | 'system'): void => {
  try {
    if (choice === 'system') localStorage.removeItem(stored);
    else localStorage.setItem(stored, choice);
  } catch {
    // Storage may be forbidden; the choice then lasts as long as the page.
  }
  show(choice === 'system' ? systemTheme() : choice);
};

export const toggleTheme = (): void => setThemePreference(themeNow() === 'dark' ? 'light' : 'dark');

const follow = (listener: () => void): (() => void) => {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const change = () => remembered() === 'system' && show(systemTheme());
  const elsewhere = (event: StorageEvent) => {
    const choice = remembered();
    if (event.key === stored) show(choice === 'system' ? systemTheme() : choice);
  };
  listeners.add(listener);
  system.addEventListener('change', change);
  addEventListener('storage', elsewhere);
  return () => {
    listeners.delete(listener);
    system.removeEventListener('change', change);
    removeEventListener('storage', elsewhere);
  };
};

export const useTheme = (): Theme => useSyncExternalStore(follow, themeNow, () => 'light');

export const useThemePreference = (): Theme | 'system' => useSyncExternalStore(follow, remembered, () => 'system');
