import { type ReactNode, useEffect, useRef, useState } from 'react';

/** How far below the visible part of the page the content is already added. */
const margin = '200px';

/** Adds its content once the user has scrolled close to it, so that its code is loaded only then. */
export function WhenNear({ children }: { children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => setNear((was) => was || Boolean(entry?.isIntersecting)), {
      rootMargin: margin,
    });
    if (element.current) observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return <div ref={element}>{near && children}</div>;
}
