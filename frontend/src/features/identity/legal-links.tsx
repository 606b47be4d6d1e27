import { Link } from 'react-router-dom';

/** What people agree to, each on a page of its own. */
export function LegalLinks() {
  return (
    <>
      <Link className="link" to="/terms" target="_blank">
        Terms
      </Link>{' '}
      and the{' '}
      <Link className="link" to="/privacy" target="_blank">
        Privacy Policy
      </Link>
    </>
  );
}
