import { useEffect } from 'react';
import { Link, Navigate, useLocation } from 'react-router-dom';
import { useAcceptUnsolicitedSession, useSetPassword, useSignIn } from '../features/identity/api.ts';
import { linkTokens } from '../features/identity/auth.ts';
import { AuthLayout } from '../features/identity/auth-layout.tsx';
import { showLinkNotice } from '../features/identity/link-notice.ts';
import { NewPasswordForm } from '../features/identity/new-password-form.tsx';
import { ProviderButtons } from '../features/identity/provider-buttons.tsx';
import { useReturnPath } from '../features/identity/return-path.ts';
import { factorsOf } from '../features/identity/second-factor.ts';
import { SecondFactorForm } from '../features/identity/second-factor-form.tsx';
import {
  rejectUnsolicitedSession,
  useIsRecovering,
  useSecondFactorRequired,
  useSession,
  useSessionEnd,
  useUnsolicitedSession,
} from '../features/identity/session.ts';
import { SignInForm } from '../features/identity/sign-in-form.tsx';
import { useSignOut } from '../features/identity/sign-out.ts';
import { useHasStoredSession } from '../platform/session-storage.ts';
import { BusyButton } from '../ui/busy-button.tsx';
import { Loader } from '../ui/festoon.tsx';
import { useNotify } from '../ui/notify.tsx';
import '../ui/list.css';

const scene = {
  motif: 'stage',
  seed: 9,
  title: 'The lights are on',
  text: 'Your leads, bookings and payments are where you left them.',
} as const;

export function SignIn() {
  const due = useSecondFactorRequired();
  const recovering = useIsRecovering();
  const session = useSession();
  const notify = useNotify();
  useEffect(() => showLinkNotice(notify), [notify]);
  const known = useHasStoredSession();
  const unsolicited = useUnsolicitedSession();
  const returnPath = useReturnPath();
  if (unsolicited !== undefined) return <UnsolicitedSession account={unsolicited} />;
  if (session === undefined && (known || linkTokens)) return <Loader />;
  if (due) return <SecondStep />;
  if (recovering && session !== null) return <Recovery />;
  return session ? <Navigate to={returnPath ?? '/dashboard'} replace /> : <LogIn />;
}

function UnsolicitedSession({ account }: { account: string }) {
  const accept = useAcceptUnsolicitedSession();
  const whose = (
    <>
      The link you followed signs in as <b className="address">{account}</b>.
    </>
  );
  return (
    <AuthLayout title="Is this your account?" text={whose} scene={scene}>
      <p className="entry-note">
        Go on only if you asked for it on another device. Whoever sends such a link unasked could see what you do in an
        account of theirs.
      </p>
      <BusyButton primary busy={accept.isPending} onClick={() => accept.mutate()}>
        Yes, sign in
      </BusyButton>
      <p className="entry-foot">
        <button type="button" className="link bare" onClick={rejectUnsolicitedSession}>
          I did not ask for this
        </button>
      </p>
    </AuthLayout>
  );
}

function LogIn() {
  const signIn = useSignIn();
  const { state } = useLocation();
  const endedElsewhere = useSessionEnd() === 'ended-elsewhere';
  return (
    <AuthLayout title="Sign in" text="Good to see you." scene={scene}>
      {endedElsewhere && (
        <p className="entry-note" role="status">
          Your session has ended. Sign in again to continue where you left off.
        </p>
      )}
      <SignInForm submitting={signIn.isPending} onSubmit={signIn.mutate} />
      <ProviderButtons />
      <p className="entry-foot">
        New here?{' '}
        <Link className="link" to="/signup" state={state}>
          Create an account
        </Link>
      </p>
    </AuthLayout>
  );
}

function SecondStep() {
  const session = useSession();
  const recovering = useIsRecovering();
  const signOut = useSignOut();
  return (
    <AuthLayout title="One more step" text="Your account asks for a second factor." scene={scene}>
      <SecondFactorForm factors={factorsOf(session?.user.factors)} greet={!recovering} />
      <p className="entry-foot">
        <button type="button" className="link bare" onClick={signOut}>
          Sign in as somebody else
        </button>
      </p>
    </AuthLayout>
  );
}

function Recovery() {
  const setPassword = useSetPassword();
  return (
    <AuthLayout title="Set a new password" text="It replaces the old one at once." scene={scene}>
      <NewPasswordForm submitting={setPassword.isPending} onSubmit={(password) => setPassword.mutate({ password })} />
    </AuthLayout>
  );
}
