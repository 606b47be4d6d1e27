import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** Focuses the page's heading; false while there is none, as when the page is still loading. */
const focusHeading = (): boolean => {
  const heading = document.querySelector<HTMLElement>('#content h1');
  if (!heading) return false;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return true;
};

/** After a navigation: scrolls to the top and moves the focus to the page's heading, as soon as it is there. */
export function ScrollAndFocus() {
  const { pathname, hash } = useLocation();
  const previousPath = useRef(pathname);
  useEffect(() => {
    if (previousPath.current === pathname) return;
    previousPath.current = pathname;
    if (hash) return;
    scrollTo(0, 0);
    if (focusHeading()) return;
    const headingObserver = new MutationObserver(() => focusHeading() && headingObserver.disconnect());
    headingObserver.observe(document.body, { childList: true, subtree: true });
    return () => headingObserver.disconnect();
  }, [pathname, hash]);
  return null;
}
