import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { importWhenOnline } from '../platform/code-loading.ts';

function PartUnavailable() {
  return (
    <p role="alert">
      This part of the page could not be loaded.{' '}
      <button type="button" className="link" onClick={() => location.reload()}>
        Reload the page
      </button>
    </p>
  );
}

/**
 * A part of a page whose code is loaded when it is first shown: a dialog, a section, a part of the header. Offline, the
 * `Suspense` around it shows its fallback until the connection is back. If its code cannot be loaded, the page shows
 * a message in its place.
 */
export const lazyPart = <Props extends object>(
  importPart: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy(async () => ({ default: await importWhenOnline(importPart).catch(() => PartUnavailable) }));
