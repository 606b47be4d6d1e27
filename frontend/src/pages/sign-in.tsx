import { useEffect } from 'react';
import { Link, Navigate, useNavigate } from 'react-router-dom';
import type { SignIn as Who } from '#identity/contract';
import { setPassword, signInWithPassword } from '../features/identity/account.ts';
import { linkTokens } from '../features/identity/auth.ts';
import { AuthLayout } from '../features/identity/auth-layout.tsx';
import { verifyCode } from '../features/identity/factors.ts';
import { showLinkNotice } from '../features/identity/link-notice.ts';
import { NewPasswordForm } from '../features/identity/new-password-form.tsx';
import { verifyPasskey } from '../features/identity/passkeys.ts';
import { ProviderButtons } from '../features/identity/provider-buttons.tsx';
import { factorsOf } from '../features/identity/second-factor.ts';
import { SecondFactorForm } from '../features/identity/second-factor-form.tsx';
import {
  acceptUnsolicitedSession,
  rejectUnsolicitedSession,
  useIsRecovering,
  useSecondFactorRequired,
  useSession,
  useUnsolicitedSession,
} from '../features/identity/session.ts';
import { SignInForm } from '../features/identity/sign-in-form.tsx';
import { useSignOut } from '../features/identity/sign-out.ts';
import { messageOf } from '../platform/http.ts';
import { useHasStoredSession } from '../platform/session-storage.ts';
import { BusyButton } from '../ui/busy-button.tsx';
import { Loader } from '../ui/festoon.tsx';
import { useNotify } from '../ui/notify.tsx';
import { usePending } from '../ui/pending.ts';
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
  if (unsolicited !== undefined) return <UnsolicitedSession account={unsolicited} />;
  if (session === undefined && (known || linkTokens)) return <Loader />;
  if (due) return <SecondStep />;
  if (recovering && session !== null) return <Recovery />;
  return session ? <Navigate to="/dashboard" replace /> : <LogIn />;
}

function UnsolicitedSession({ account }: { account: string }) {
  const { pending, run } = usePending();
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
      <BusyButton
        primary
        busy={pending === 'enter'}
        onClick={() => void run('enter', acceptUnsolicitedSession, { otherwise: 'Failed to sign in' })}
      >
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
  const notify = useNotify();
  const navigate = useNavigate();
  const submit = async (who: Who) => {
    try {
      const entered = await signInWithPassword(who);
      if (!entered.in) return;
    } catch (error) {
      return notify.error(messageOf(error, 'Failed to sign in'));
    }
    notify.success('Welcome back');
    await navigate('/dashboard');
  };
  return (
    <AuthLayout title="Sign in" text="Good to see you." scene={scene}>
      <SignInForm onSubmit={submit} />
      <ProviderButtons />
      <p className="entry-foot">
        New here?{' '}
        <Link className="link" to="/signup">
          Create an account
        </Link>
      </p>
    </AuthLayout>
  );
}

function SecondStep() {
  const session = useSession();
  const recovering = useIsRecovering();
  const notify = useNotify();
  const signOut = useSignOut();
  const give = async (giving: Promise<void>) => {
    try {
      await giving;
    } catch (error) {
      return notify.error(messageOf(error, 'Failed to sign in'));
    }
    if (!recovering) notify.success('Welcome back');
  };
  return (
    <AuthLayout title="One more step" text="Your account asks for a second factor." scene={scene}>
      <SecondFactorForm
        factors={factorsOf(session?.user.factors)}
        onCode={(id, code) => give(verifyCode(id, code))}
        onPasskey={(id) => give(verifyPasskey(id))}
      />
      <p className="entry-foot">
        <button type="button" className="link bare" onClick={signOut}>
          Sign in as somebody else
        </button>
      </p>
    </AuthLayout>
  );
}

function Recovery() {
  const notify = useNotify();
  const navigate = useNavigate();
  const submit = async (password: string) => {
    try {
      await setPassword({ password });
    } catch (error) {
      return notify.error(messageOf(error, 'Failed to set the new password'));
    }
    notify.success('Your new password is set');
    await navigate('/dashboard');
  };
  return (
    <AuthLayout title="Set a new password" text="It replaces the old one at once." scene={scene}>
      <NewPasswordForm onSubmit={submit} />
    </AuthLayout>
  );
}
