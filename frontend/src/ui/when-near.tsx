import { type ReactNode, useEffect, useRef, useState } from 'react';
import { watchVisibility } from '../platform/element-visibility.ts';

/** How far below the visible part of the page the content is already added. */
const margin = '200px';

/** Adds its content once the user has scrolled close to it, so that its code is loaded only then. */
export function WhenNear({ children }: { children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (!element.current) return undefined;
    return watchVisibility(element.current, (isVisible) => setNear((was) => was || isVisible), { rootMargin: margin });
  }, []);
  return <div ref={element}>{near && children}</div>;
}
