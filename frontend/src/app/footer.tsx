import { Link } from 'react-router-dom';

const productLinks = [
  ['/leads', 'Browse Leads'],
  ['/vendor-recommendations', 'Find Vendors'],
  ['/signup', 'Sign Up'],
  ['/dashboard', 'Dashboard'],
] as const;
const companyLinks = [
  ['/about', 'About'],
  ['/contact', 'Contact'],
  ['/careers', 'Careers'],
  ['/terms', 'Terms'],
  ['/privacy', 'Privacy'],
  ['/cookies', 'Cookie policy'],
] as const;

export function Footer() {
  return (
    <footer className="foot">
      <nav className="wrap" aria-label="Footer">
        <Link className="logo" to="/">
          Festoon
        </Link>
        {productLinks.map(([to, name]) => (
          <Link key={to} to={to}>
            {name}
          </Link>
        ))}
        {companyLinks.map(([to, name]) => (
          <Link key={to} className="muted" to={to}>
            {name}
          </Link>
        ))}
      </nav>
    </footer>
  );
}
