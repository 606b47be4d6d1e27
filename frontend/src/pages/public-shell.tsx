import { Outlet, useLocation } from 'react-router-dom';
import { useMe, useSecondFactorDue, useSession } from '../features/identity/session.ts';
import { useSignOut } from '../features/identity/sign-out.ts';
import { Footer } from '../shared/footer.tsx';
import { PublicHeader, QuietHeader, SignedInHeader } from '../shared/header.tsx';

const asksOneThing = /^\/(signup|login|reset-password)$/;

/** Public pages show the signed-in header to those who are signed in. */
export function PublicShell() {
  const { pathname } = useLocation();
  const session = useSession();
  const due = useSecondFactorDue();
  const { data: me } = useMe();
  const signOut = useSignOut();
  if (asksOneThing.test(pathname))
    return (
      <>
        <QuietHeader />
        <Outlet />
      </>
    );
  return (
    <>
      {session && !due ? <SignedInHeader sells={!!me && me.role !== 'client'} onSignOut={signOut} /> : <PublicHeader />}
      <Outlet />
      <Footer />
    </>
  );
}
