import { useMe } from '../features/identity/session.ts';
import { useSecondFactorRequired, useSession } from '../features/identity/session-state.ts';
import { useSignOut } from '../features/identity/sign-out.ts';
import { ComponentThemeContext } from '../ui/component-theme.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { OfflineNotice } from '../ui/offline-notice.tsx';
import { Footer } from './footer.tsx';
import { PublicHeader, SignedInHeader } from './header.tsx';
import { useLiveHeader } from './live-header.tsx';
import { PageBoundary } from './page-boundary.tsx';

const AntDesign = lazyPart(async () => (await import('./ant-design.tsx')).AntDesign);

/** The shell of public pages. Signed-in users keep their own header. */
export function PublicShell() {
  const session = useSession();
  const secondFactorRequired = useSecondFactorRequired();
  const { data: me } = useMe();
  const signOut = useSignOut();
  const liveHeader = useLiveHeader(me !== undefined);
  return (
    <>
      {session && !secondFactorRequired ? (
        <SignedInHeader
          isProfessional={!!me && me.role !== 'client'}
          isStaff={!!me?.staffRoles.length}
          avatarUrl={me?.avatarUrl}
          {...liveHeader}
          onSignOut={signOut}
        />
      ) : (
        <PublicHeader />
      )}
      <OfflineNotice />
      <ComponentThemeContext value={AntDesign}>
        <PageBoundary />
      </ComponentThemeContext>
      <Footer />
    </>
  );
}
