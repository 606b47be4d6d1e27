/** Receives a function that continues the navigation. */
type Ask = (proceed: () => void) => void;

type HistoryState = { idx?: number } | null;

/** The number of this entry in the tab's history, as the router counts it: 0 for the page that the tab opened first. */
export const historyIndex = (): number => (history.state as HistoryState)?.idx ?? 0;

/** `path` and `index` are those of the guarded page; the index is in the history, as the router counts it. */
type Guard = { readonly ask: Ask; readonly path: string; index: number };

/** A page can have several forms. The newest guard asks. */
const guards: Guard[] = [];
/** The number of expected `popstate` events that must not ask again. */
let decided = 0;

/** The path that a click opens in this tab; undefined if it opens none of this site. */
const destinationOf = (event: MouseEvent): string | undefined => {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined;
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link || link.target === '_blank' || link.hasAttribute('download') || link.origin !== location.origin)
    return undefined;
  return link.pathname === location.pathname ? undefined : link.pathname + link.search + link.hash;
};

const onPopState = (event: PopStateEvent): void => {
  const next = (event.state as HistoryState)?.idx;
  const guarded = guards.at(-1);
  if (decided > 0) {
    decided--;
    // The history is back at the guarded page. The router must not see this event, because it did not see the one that
    // left the page.
    if (next === guarded?.index) event.stopImmediatePropagation();
    return;
  }
  if (!guarded || next === undefined || next === guarded.index) return;
  // Only the settings tab changed: the page is not left.
  if (location.pathname === guarded.path) {
    for (const guard of guards) guard.index = next;
    return;
  }
  const steps = next - guarded.index;
  event.stopImmediatePropagation();
  decided++;
  history.go(-steps);
  guarded.ask(() => {
    decided++;
    history.go(steps);
  });
};

/** Must be called after the router has opened another address of the guarded page, such as that of a tab. */
export const followGuardedPage = (): void => {
  const { idx } = (history.state as HistoryState) ?? {};
  if (idx === undefined) return;
  for (const guard of guards) if (guard.path === location.pathname) guard.index = idx;
};

/**
 * Must be called before the router starts: listeners are called in the order in which they were added. The router
 * itself can stop navigations only if it also loads the data of the pages.
 */
export const watchHistory = (): void => addEventListener('popstate', onPopState);

const onUnload = (event: BeforeUnloadEvent): void => event.preventDefault();

/**
 * Asks before the page is left, until the returned function is called. `ask` is called for links and for the browser's
 * back and forward buttons; before a reload and when the tab is closed, the browser asks. `navigate` opens another
 * page.
 */
export const guardNavigation = (ask: Ask, navigate: (path: string) => void): (() => void) => {
  const onClick = (event: MouseEvent) => {
    const destination = destinationOf(event);
    if (destination === undefined) return;
    event.preventDefault();
    // Other guards listen to the same click and must not ask again.
    event.stopImmediatePropagation();
    ask(() => navigate(destination));
  };
  const guard: Guard = { ask, path: location.pathname, index: historyIndex() };
  guards.push(guard);
  document.addEventListener('click', onClick, true);
  addEventListener('beforeunload', onUnload);
  return () => {
    guards.splice(guards.indexOf(guard), 1);
    document.removeEventListener('click', onClick, true);
    removeEventListener('beforeunload', onUnload);
  };
};
