// How long the content of a page may take to load until it is no longer scrolled, in milliseconds.
const longestScrolling = 5_000;

/**
 * Scrolls to a place of the page once the page is long enough: its content may have to load first.
 * Ends when the returned function is called, and when the user does something.
 */
export const scrollWhenLongEnough = (top: number): (() => void) => {
  const ended = new AbortController();
  const end = () => ended.abort();
  const observer = new ResizeObserver(() => {
    scrollTo(0, top);
    if (scrollY >= Math.floor(top)) end();
  });
  ended.signal.addEventListener('abort', () => observer.disconnect());
  for (const input of ['wheel', 'touchmove', 'keydown', 'pointerdown'])
    addEventListener(input, end, { passive: true, signal: ended.signal });
  setTimeout(end, longestScrolling);
  observer.observe(document.body);
  return end;
};
