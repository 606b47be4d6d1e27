import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** The ref of a row of links: where they scroll sideways, the current page's link is scrolled into view once. */
export const useCurrentLinkInView = (): RefObject<HTMLElement | null> => {
  const nav = useRef<HTMLElement>(null);
  const shown = useRef<Element>(null);
  useLocation();
  // Runs after every render: some links appear once the role is known.
  useEffect(() => {
    const current = nav.current?.querySelector('[aria-current="page"]') ?? null;
    if (current !== shown.current) current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    shown.current = current;
  });
  return nav;
};
