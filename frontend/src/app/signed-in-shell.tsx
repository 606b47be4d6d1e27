import { useEffect } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { auth, currentToken } from '../features/identity/auth.ts';
import type { ReturnState } from '../features/identity/return-path.ts';
import { useMe, useSecondFactorRequired, useSession, useSessionEnd } from '../features/identity/session.ts';
import { useSignOut } from '../features/identity/sign-out.ts';
import { UnverifiedBanner } from '../features/identity/unverified-banner.tsx';
import { OfflineNotice } from '../ui/offline-notice.tsx';
import { ErrorState } from '../ui/states.tsx';
import { SignedInHeader } from './header.tsx';
import { liveUpdates } from './live-updates.ts';
import { PageBoundary } from './page-boundary.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import '../ui/page.css';

// The socket's code is loaded after the page, which does not need it.
const listen = async (signal: AbortSignal): Promise<void> => {
  const { openSocket } = await import('../platform/socket.ts');
  if (signal.aborted) return;
  const connection = openSocket({ token: currentToken, messages: liveUpdates.messages });
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
    void listen(leaving.signal);
    return () => leaving.abort();
  }, [person]);
};

/**
 * Around signed-in pages. Without a session, or before a required second factor, it redirects to the sign-in page. The
 * pages inside can rely on `useMe().data`.
 */
export function SignedInShell() {
  const session = useSession();
  const secondFactorRequired = useSecondFactorRequired();
  const me = useMe();
  const signOut = useSignOut();
  const sessionEnd = useSessionEnd();
  const { pathname, search } = useLocation();
  useRealtime(secondFactorRequired ? undefined : session?.user.id);
  if (session === null || secondFactorRequired) {
    const state: ReturnState | null = sessionEnd === 'signed-out' ? null : { returnTo: pathname + search };
    return <Navigate to="/login" replace state={state} />;
  }
  return (
    <>
      <SignedInHeader sells={!!me.data && me.data.role !== 'client'} onSignOut={signOut} />
      <OfflineNotice />
      {me.data?.emailVerified === false && <UnverifiedBanner />}
      {me.data ? (
        <PageBoundary fallback={<PageSkeleton />} />
      ) : me.isError ? (
        <Failure error={me.error} onRetry={me.refetch} />
      ) : (
        <PageSkeleton />
      )}
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
