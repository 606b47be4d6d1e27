import { useEffect } from 'react';

const warn = (event: BeforeUnloadEvent): void => event.preventDefault();

/** While it is active, the browser asks before the page is closed or reloaded. */
export const useUnsentWarning = (active: boolean): void =>
  useEffect(() => {
    if (!active) return;
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [active]);
