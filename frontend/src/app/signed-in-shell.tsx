import { Suspense, useEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import type { ReturnState } from '../features/identity/return-path.ts';
import { loadAuth, useMe } from '../features/identity/session.ts';
import { useSecondFactorRequired, useSession, useSessionEnd } from '../features/identity/session-state.ts';
import { useSignOut } from '../features/identity/sign-out.ts';
import { UnverifiedBanner } from '../features/identity/unverified-banner.tsx';
import { importInBackground } from '../platform/code-loading.ts';
import { dataLoaded } from '../platform/data-loaded.ts';
import { poll } from '../platform/polling.ts';
import { Loader } from '../ui/festoon.tsx';
import { OfflineNotice } from '../ui/offline-notice.tsx';
import { ErrorState } from '../ui/states.tsx';
import { Footer } from './footer.tsx';
import { PublicHeader, SignedInHeader } from './header.tsx';
import type { LazyComponent } from './lazy-component.tsx';
import { useLiveHeader } from './live-header.tsx';
import { liveUpdates } from './live-updates.ts';
import { PageBoundary } from './page-boundary.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import { routeOf } from './routes.tsx';
import '../ui/page.css';

// The code of the socket and of auth-js is loaded after the page, which does not need it.
const listen = async (signal: AbortSignal): Promise<void> => {
  await dataLoaded();
  const endPolling = poll(signal);
  const [{ openSocket }, { auth, currentToken, discardSession }] = await importInBackground(
    () => Promise.all([import('../platform/socket.ts'), loadAuth()]),
    signal,
  );
  endPolling();
  if (signal.aborted) return;
  const onRefused = () => void discardSession();
  const connection = openSocket({ token: currentToken, updates: liveUpdates, onRefused });
  const { data } = auth.onAuthStateChange((event) => {
    if (event === 'TOKEN_REFRESHED') connection.reconnect();
  });
  signal.addEventListener('abort', () => {
    data.subscription.unsubscribe();
    connection.close();
  });
};

const useRealtime = (person: string | undefined): void => {
  useEffect(() => {
    if (!person) return;
    const leaving = new AbortController();
    listen(leaving.signal).catch(() => undefined);
    return () => leaving.abort();
  }, [person]);
};

/** What visitors see at this address. Undefined after a sign-out or the end of the session. */
const useVisitorPage = (pathname: string): LazyComponent | undefined => {
  const session = useSession();
  const sessionEnd = useSessionEnd();
  const [sessionAtFirst] = useState(session);
  const isVisitor = session === null && (sessionAtFirst === null || sessionEnd === undefined);
  return isVisitor ? routeOf(pathname)?.forVisitors : undefined;
};

/**
 * The shell of signed-in pages. Without a session, or before a required second factor, it redirects to the sign-in
 * page, unless there is a page for visitors at this address. The pages inside can rely on `useMe().data`.
 */
export function SignedInShell() {
  const session = useSession();
  const secondFactorRequired = useSecondFactorRequired();
  const me = useMe();
  const signOut = useSignOut();
  const liveHeader = useLiveHeader(me.data !== undefined);
  const sessionEnd = useSessionEnd();
  const { pathname, search } = useLocation();
  const visitorPage = useVisitorPage(pathname);
  useRealtime(secondFactorRequired ? undefined : me.data?.id);
  // The landing page is being loaded.
  if (sessionEnd === 'account-closed') return <Loader />;
  if (visitorPage) return <VisitorShell page={visitorPage} />;
  if (session === null || secondFactorRequired) {
    const state: ReturnState | null = sessionEnd === 'signed-out' ? null : { returnTo: pathname + search };
    // The key makes it redirect again if another address is opened before the sign-in page is shown.
    return <Navigate to="/login" replace state={state} key={pathname} />;
  }
  const skeleton = <PageSkeleton role={session?.user.user_metadata.role} />;
  return (
    <>
      <SignedInHeader
        isProfessional={!!me.data && me.data.role !== 'client'}
        isStaff={!!me.data?.staffRoles.length}
        avatarUrl={me.data?.avatarUrl}
        {...liveHeader}
        onSignOut={signOut}
      />
      <OfflineNotice />
      {me.data?.emailVerified === false && <UnverifiedBanner />}
      {me.data ? (
        <PageBoundary fallback={skeleton} />
      ) : me.isError ? (
        <Failure error={me.error} onRetry={me.refetch} />
      ) : (
        skeleton
      )}
    </>
  );
}

function VisitorShell({ page }: { page: LazyComponent }) {
  return (
    <>
      <PublicHeader />
      <OfflineNotice />
      <Suspense fallback={<PageSkeleton />}>
        <page.Component />
      </Suspense>
      <Footer />
    </>
  );
}

function Failure({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  return (
    <main id="content" className="wrap page">
      <ErrorState what="Your account could not be loaded" error={error} onRetry={() => void onRetry()} />
    </main>
  );
}
