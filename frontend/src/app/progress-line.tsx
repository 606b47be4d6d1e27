import { useSyncExternalStore } from 'react';
import { loading } from './lazy-component.tsx';
import './progress-line.css';

/** A line at the top of the window while the code of the next page is loading. */
export function ProgressLine() {
  const isLoading = useSyncExternalStore(loading.subscribe, loading.now, () => false);
  return isLoading && <div className="progress-line" role="progressbar" aria-label="Loading page" />;
}
