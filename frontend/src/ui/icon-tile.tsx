import type { ReactNode } from 'react';

/** A colored square around an icon. Decorative: the text beside it says the same. */
export function IconTile({ children }: { children: ReactNode }) {
  return (
    <span className="icon-tile" aria-hidden="true">
      {children}
    </span>
  );
}
