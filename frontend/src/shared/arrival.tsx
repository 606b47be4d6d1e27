import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** On the way to another page: back to the top, and the focus to the content, as after a page load. */
export function Arrival() {
  const { pathname, hash } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    if (hash) return;
    scrollTo(0, 0);
    document.getElementById('content')?.focus({ preventScroll: true });
  }, [pathname, hash]);
  return null;
}
