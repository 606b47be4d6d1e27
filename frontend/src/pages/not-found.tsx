import { useEffect } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { api } from '../platform/http.ts';
import { Festoon } from '../ui/festoon.tsx';
import '../ui/page.css';

// The referring page without its query, which may contain what the user searched for.
const referrer = (): string => {
  try {
    const { origin, pathname } = new URL(document.referrer);
    return origin + pathname;
  } catch {
    return '';
  }
};

export function NotFound() {
  const { pathname } = useLocation();
  useEffect(() => {
    api.post('/not-found', { path: pathname, referrer: referrer() }).catch(() => undefined);
  }, [pathname]);
  return (
    <>
      <title>Page not found · Festoon</title>
      <main id="content" className="wrap page center" tabIndex={-1}>
        <Festoon bulbs={7} lit={7} out={4} sag={54} size={12} />
        <p className="muted figure" aria-hidden="true">
          404
        </p>
        <h1>Oops! Page not found</h1>
        <p className="muted">One light is out, and there’s nothing at this address.</p>
        <Link className="button primary large" to="/">
          Return to Home
        </Link>
      </main>
    </>
  );
}
