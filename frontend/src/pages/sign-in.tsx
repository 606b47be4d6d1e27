import { Alert, Button } from 'antd';
import { useEffect } from 'react';
import { Link, Navigate, useLocation } from 'react-router-dom';
import { linkTokens } from '../features/identity/address-tokens.ts';
import { useAcceptUnsolicitedSession, useSetPassword, useSignIn } from '../features/identity/api.ts';
import { AuthLayout } from '../features/identity/auth-layout.tsx';
import { showLinkNotice } from '../features/identity/link-notice.ts';
import { NewPasswordForm } from '../features/identity/new-password-form.tsx';
import { ProviderButtons } from '../features/identity/provider-buttons.tsx';
import { arrival, useReturnPath } from '../features/identity/return-path.ts';
import { factorsOf } from '../features/identity/second-factor.ts';
import { SecondFactorForm } from '../features/identity/second-factor-form.tsx';
import {
  rejectUnsolicitedSession,
  useIsRecovering,
  useSecondFactorRequired,
  useSession,
  useSessionEnd,
  useUnsolicitedSession,
} from '../features/identity/session-state.ts';
import { SignInForm } from '../features/identity/sign-in-form.tsx';
import { useSignOut } from '../features/identity/sign-out.ts';
import { useHasStoredSession } from '../platform/session-storage.ts';
import { Loader } from '../ui/festoon.tsx';
import { useNotify } from '../ui/notify.tsx';

const scene = {
  motif: 'stage',
  seed: 9,
  title: 'The lights are on',
  text: 'Your leads, bookings and payments are where you left them.',
} as const;

export function SignIn() {
  const needsSecondFactor = useSecondFactorRequired();
  const recovering = useIsRecovering();
  const session = useSession();
  const notify = useNotify();
  useEffect(() => showLinkNotice(notify), [notify]);
  const hasStoredSession = useHasStoredSession();
  const unsolicited = useUnsolicitedSession();
  const returnPath = useReturnPath();
  if (unsolicited !== undefined) return <UnsolicitedSession account={unsolicited} />;
  if (session === undefined && (hasStoredSession || linkTokens)) return <Loader />;
  if (needsSecondFactor) return <SecondStep />;
  if (recovering && session !== null) return <Recovery />;
  return session ? <Navigate to={returnPath ?? '/dashboard'} replace state={arrival} /> : <LogIn />;
}

function UnsolicitedSession({ account }: { account: string }) {
  const accept = useAcceptUnsolicitedSession();
  const whose = (
    <>
      The link you followed signs you in as <b>{account}</b>.
    </>
  );
  return (
    <AuthLayout title="Is this your account?" text={whose} scene={scene}>
      <p className="notice">
        Continue only if you requested this link on another device. If someone else sent it to you, it may sign you in
        to their account, where they could see what you do.
      </p>
      <Button type="primary" size="large" block loading={accept.isPending} onClick={() => accept.mutate()}>
        Yes, Sign In
      </Button>
      <p className="entry-foot">
        <Button type="link" onClick={rejectUnsolicitedSession}>
          I didn’t request this
        </Button>
      </p>
    </AuthLayout>
  );
}

function LogIn() {
  const signIn = useSignIn();
  const { state } = useLocation();
  const endedElsewhere = useSessionEnd() === 'ended-elsewhere';
  return (
    <AuthLayout title="Sign In" text="Welcome back." scene={scene}>
      {endedElsewhere && (
        <Alert
          className="notice"
          role="status"
          type="warning"
          title="Your session has ended. Sign in again to continue where you left off."
        />
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
    <AuthLayout title="One more step" text="Confirm it’s you with your second factor." scene={scene}>
      <SecondFactorForm factors={factorsOf(session?.user.factors)} greet={!recovering} />
      <p className="entry-foot">
        <Button type="link" onClick={signOut}>
          Use a different account
        </Button>
      </p>
    </AuthLayout>
  );
}

function Recovery() {
  const setPassword = useSetPassword();
  return (
    <AuthLayout title="Set a new password" text="It replaces your old password right away." scene={scene}>
      <NewPasswordForm submitting={setPassword.isPending} onSubmit={(password) => setPassword.mutate({ password })} />
    </AuthLayout>
  );
}
