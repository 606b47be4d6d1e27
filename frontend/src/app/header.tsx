import { Moon, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, NavLink } from 'react-router-dom';
import { BellButton } from '../features/notifications/bell-button.tsx';
import { useHasStoredSession } from '../platform/session-storage.ts';
import { toggleTheme } from '../platform/theme-preference.ts';
import { useCurrentLinkInView } from '../ui/current-link.ts';
import { Logo } from '../ui/logo.tsx';
import { AccountMenu } from './account-menu.tsx';

function ThemeToggle() {
  return (
    <button
      type="button"
      className="button quiet icon"
      aria-label="Switch between light and dark"
      onClick={toggleTheme}
    >
      <Moon className="moon" />
      <Sun className="sun" />
    </button>
  );
}

function Navigation({ children }: { children: ReactNode }) {
  const nav = useCurrentLinkInView();
  return (
    <nav ref={nav} className="scrolled-row" aria-label="Main">
      {children}
    </nav>
  );
}

/** On a small screen the links are in a second line. `strip`: the name stays beside the logo on the smallest screens. */
type BarProps = { home: string; end: ReactNode; nav?: ReactNode; strip?: boolean };

function Bar({ home, end, nav, strip }: BarProps) {
  return (
    <header className={strip ? 'bar stripped' : 'bar'}>
      <a className="button primary skip unseen" href="#content">
        Skip to content
      </a>
      <div className="wrap row">
        <Link className="logo" to={home}>
          <Logo />
        </Link>
        {nav && <Navigation>{nav}</Navigation>}
        <div className="end">{end}</div>
      </div>
    </header>
  );
}

function SignedOutLinks() {
  return (
    <>
      <Link className="button quiet" to="/login">
        Sign In
      </Link>
      <Link className="button primary" to="/signup">
        Get Started
      </Link>
    </>
  );
}

/** The links for visitors; users who are signed in have the list of creators, and need no introduction. */
function PublicLinks({ signedIn }: { signedIn: boolean }) {
  return (
    <>
      <Link to="/leads">Browse Leads</Link>
      <Link to={signedIn ? '/creators' : '/leads'}>Find Vendors</Link>
      {!signedIn && <Link to="/signup">How It Works</Link>}
    </>
  );
}

/** The header of the landing page and of public pages. Prerendered as for visitors. */
export function PublicHeader() {
  const signedIn = useHasStoredSession();
  const end = (
    <>
      <ThemeToggle />
      {signedIn ? (
        <Link className="button primary" to="/dashboard">
          Dashboard
        </Link>
      ) : (
        <SignedOutLinks />
      )}
    </>
  );
  return <Bar home="/" nav={<PublicLinks signedIn={signedIn} />} end={end} />;
}

/** The logo and the theme toggle, for pages with one task. */
export function FocusedHeader() {
  return <Bar home="/" end={<ThemeToggle />} />;
}

type SignedInHeaderProps = {
  isProfessional: boolean;
  isStaff?: boolean | undefined;
  avatarUrl?: string | null | undefined;
  /** Both are omitted while the user is unknown, as in the prerendered documents. */
  bell?: ReactNode;
  unreadMessages?: ReactNode;
  onSignOut: () => void;
};

/** The header of the signed-in pages. `isProfessional` is true for creators and vendors. */
export function SignedInHeader({
  isProfessional,
  isStaff = false,
  avatarUrl = null,
  bell = <BellButton unread={0} disabled />,
  unreadMessages,
  onSignOut,
}: SignedInHeaderProps) {
  const nav = (
    <>
      <NavLink to="/dashboard">Dashboard</NavLink>
      <NavLink to="/leads" end={isProfessional}>
        Leads
      </NavLink>
      <NavLink to="/bookings">Bookings</NavLink>
      <NavLink to="/galleries">Galleries</NavLink>
      <NavLink to="/messages">Messages{unreadMessages}</NavLink>
      <NavLink to="/creators">Find Vendors</NavLink>
      {isProfessional && <NavLink to="/leads/purchased">My Purchased Leads</NavLink>}
    </>
  );
  const end = (
    <>
      <ThemeToggle />
      {bell}
      <AccountMenu avatarUrl={avatarUrl} isStaff={isStaff} onSignOut={onSignOut} />
    </>
  );
  return <Bar home="/dashboard" nav={nav} end={end} strip />;
}
