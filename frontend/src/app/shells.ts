import { type LazyComponent, lazyComponent } from './lazy-component.tsx';
import { PlainShell } from './plain-shell.tsx';
import type { ShellName } from './routes.tsx';

/** Provides messages and queries to every shell except the plain one. */
export const providers = lazyComponent(async () => (await import('./providers.tsx')).Providers);

/** Provides the theme of the component library, which the plain and the public shell do without. */
export const antDesign = lazyComponent(async () => (await import('./ant-design-layout.tsx')).AntDesignLayout);

/** The layouts around a shell, outermost first. */
export const layoutsAround = (shell: ShellName): readonly LazyComponent[] => {
  if (shell === 'plain') return [];
  return shell === 'public' ? [providers] : [providers, antDesign];
};

export const shells: Readonly<Record<ShellName, LazyComponent>> = {
  plain: { Component: PlainShell, load: () => Promise.resolve(), isLoaded: () => true },
  public: lazyComponent(async () => (await import('./public-shell.tsx')).PublicShell),
  focused: lazyComponent(async () => (await import('./focused-shell.tsx')).FocusedShell),
  'signed-in': lazyComponent(async () => (await import('./signed-in-shell.tsx')).SignedInShell),
};
