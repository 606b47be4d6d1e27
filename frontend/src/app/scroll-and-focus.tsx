import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

const focus = (element: HTMLElement): void => {
  element.tabIndex = -1;
  element.focus({ preventScroll: true });
};

/** Focuses the page's heading; false while there is none, as when the page is still loading. */
const focusHeading = (): boolean => {
  const heading = document.querySelector<HTMLElement>('#content h1');
  if (heading) focus(heading);
  return heading !== null;
};

/** Scrolls to the part of the page that the URL names, and focuses it; false while it is not there. */
const focusPart = (hash: string): boolean => {
  const part = document.getElementById(hash.slice(1));
  part?.scrollIntoView();
  if (part) focus(part);
  return part !== null;
};

/**
 * After a navigation: scrolls to the top and moves the focus to the page's heading, or to the part that the URL names,
 * as soon as it is there.
 */
export function ScrollAndFocus() {
  const { pathname, hash } = useLocation();
  const previous = useRef({ pathname, hash });
  useEffect(() => {
    const { current } = previous;
    previous.current = { pathname, hash };
    const isOtherPage = current.pathname !== pathname;
    if (!isOtherPage && (!hash || current.hash === hash)) return;
    if (isOtherPage) scrollTo(0, 0);
    const move = () => (hash ? focusPart(hash) : focusHeading());
    if (move()) return;
    const observer = new MutationObserver(() => move() && observer.disconnect());
    observer.observe(document.body, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [pathname, hash]);
  return null;
}
