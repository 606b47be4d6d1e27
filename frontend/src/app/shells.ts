import { type LazyComponent, lazyComponent } from './lazy-component.tsx';
import { PlainShell } from './plain-shell.tsx';

/** Theme, messages and queries: around every shell but the plain one. */
export const providers = lazyComponent(async () => (await import('./providers.tsx')).Providers);

/**
 * What surrounds a page. `plain`: header and footer, no component library. `public`: the header for this visitor, and the
 * footer. `focused`: the logo alone, for pages with one task. `signed-in`: the session guard, the header, live updates.
 */
export const shells = {
  plain: { Component: PlainShell, load: () => Promise.resolve() },
  public: lazyComponent(async () => (await import('./public-shell.tsx')).PublicShell),
  focused: lazyComponent(async () => (await import('./focused-shell.tsx')).FocusedShell),
  'signed-in': lazyComponent(async () => (await import('./signed-in-shell.tsx')).SignedInShell),
} as const satisfies Record<string, LazyComponent>;

export type ShellName = keyof typeof shells;
