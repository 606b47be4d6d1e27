import { Link } from 'react-router-dom';

/** Links to the documents that users agree to. */
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
