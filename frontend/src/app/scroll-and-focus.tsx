import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

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

// How long the content of a page may take to load until it is no longer scrolled, in milliseconds.
const longestScrolling = 5_000;

/**
 * Scrolls to a place of the page once the page is long enough: its content may have to load first. Ends when the page
 * is left, and when the user does something.
 */
const scrollWhenLongEnough = (top: number, leaving: AbortSignal): void => {
  const done = new AbortController();
  const signal = AbortSignal.any([done.signal, leaving, AbortSignal.timeout(longestScrolling)]);
  if (signal.aborted) return;
  const end = () => done.abort();
  const observer = new ResizeObserver(() => {
    scrollTo(0, top);
    if (scrollY >= Math.floor(top)) end();
  });
  signal.addEventListener('abort', () => observer.disconnect());
  for (const input of ['wheel', 'touchmove', 'keydown', 'pointerdown'])
    addEventListener(input, end, { passive: true, signal });
  observer.observe(document.body);
};

/** How far the page was scrolled when the user left this entry of the history. The key is that of its location. */
const usePlaceWhenLeft = (key: string): RefObject<number | undefined> => {
  const places = useRef(new Map<string, number>());
  const placeWhenLeft = useRef<number>(undefined);
  useLayoutEffect(() => {
    placeWhenLeft.current = places.current.get(key);
    const leaving = new AbortController();
    const { signal } = leaving;
    addEventListener('scroll', () => places.current.set(key, scrollY), { passive: true, signal });
    // After Back, the browser restores the position of the other page while this one is still displayed.
    addEventListener('popstate', () => leaving.abort(), { signal });
    return () => leaving.abort();
  }, [key]);
  return placeWhenLeft;
};

/**
 * After a navigation: scrolls to the top, or with Back and Forward to the place where the user left the page, and moves
 * the focus to the page's heading, or to the part that the URL names, as soon as it is there.
 */
export function ScrollAndFocus() {
  const { pathname, hash, key } = useLocation();
  const isReturn = useNavigationType() === 'POP' && hash === '';
  const placeWhenLeft = usePlaceWhenLeft(key);
  const previous = useRef({ pathname, hash });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another page or part moves the user
  useEffect(() => {
    const { current } = previous;
    previous.current = { pathname, hash };
    const isOtherPage = current.pathname !== pathname;
    if (!isOtherPage && (!hash || current.hash === hash)) return;
    if (isOtherPage && !isReturn) scrollTo(0, 0);
    const leaving = new AbortController();
    if (isReturn && placeWhenLeft.current) scrollWhenLongEnough(placeWhenLeft.current, leaving.signal);
    const move = () => (hash ? focusPart(hash) : focusHeading());
    const observer = new MutationObserver(() => move() && observer.disconnect());
    if (!move()) observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      leaving.abort();
      observer.disconnect();
    };
  }, [pathname, hash]);
  return null;
}
