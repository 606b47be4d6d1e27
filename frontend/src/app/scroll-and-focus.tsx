import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** After a navigation: scrolls to the top and moves the focus to the content, as a page load would. */
export function ScrollAndFocus() {
  const { pathname, hash } = useLocation();
  const previous = useRef(pathname);
  useEffect(() => {
    if (previous.current === pathname) return;
    previous.current = pathname;
    if (hash) return;
    scrollTo(0, 0);
    document.getElementById('content')?.focus({ preventScroll: true });
  }, [pathname, hash]);
  return null;
}
