import { type LazyComponent, lazyComponent } from './lazy-component.tsx';
import { PlainShell } from './plain-shell.tsx';
import type { ShellName } from './routes.tsx';

/** Provides theme, messages and queries to every shell except the plain one. */
export const providers = lazyComponent(async () => (await import('./providers.tsx')).Providers);

export const shells: Readonly<Record<ShellName, LazyComponent>> = {
  plain: { Component: PlainShell, load: () => Promise.resolve(), isLoaded: () => true },
  public: lazyComponent(async () => (await import('./public-shell.tsx')).PublicShell),
  focused: lazyComponent(async () => (await import('./focused-shell.tsx')).FocusedShell),
  'signed-in': lazyComponent(async () => (await import('./signed-in-shell.tsx')).SignedInShell),
};
