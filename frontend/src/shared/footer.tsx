import { Link } from 'react-router-dom';

export function Footer() {
  return (
    <footer className="foot">
      <nav className="wrap" aria-label="Footer">
        <Link className="logo" to="/">
          Festoon
        </Link>
        <Link to="/leads">Browse Leads</Link>
        <Link to="/vendor-recommendations">Find Vendors</Link>
        <Link to="/signup">Join</Link>
        <Link to="/dashboard">Dashboard</Link>
        <Link className="muted" to="/about">
          About
        </Link>
        <Link className="muted" to="/contact">
          Contact
        </Link>
        <Link className="muted" to="/careers">
          Careers
        </Link>
        <Link className="muted" to="/terms">
          Terms
        </Link>
        <Link className="muted" to="/privacy">
          Privacy
        </Link>
        <Link className="muted" to="/cookies">
          Cookie policy
        </Link>
      </nav>
    </footer>
  );
}
