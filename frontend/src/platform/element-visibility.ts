/**
 * Calls `onChange` with whether the element is in the visible part of the page, first as it is now and then whenever that
 * changes. Returns a function that stops watching.
 */
export const watchVisibility = (
  element: Element,
  onChange: (isVisible: boolean) => void,
  options?: IntersectionObserverInit,
): (() => void) => {
  const observer = new IntersectionObserver((changes) => {
    // A busy browser reports several changes in one call, the newest last.
    onChange(changes.at(-1)?.isIntersecting ?? false);
  }, options);
  observer.observe(element);
  return () => observer.disconnect();
};
