import { useEffect } from 'react';
import { Link, Navigate, useNavigate } from 'react-router-dom';
import type { SignIn as Who } from '#identity/contract';
import { enter, setPassword } from '../features/identity/account.ts';
import { arriving } from '../features/identity/auth.ts';
import { Entry } from '../features/identity/entry.tsx';
import { giveCode } from '../features/identity/factors.ts';
import { sayLinkNotice } from '../features/identity/link-notice.ts';
import { NewPasswordForm } from '../features/identity/new-password-form.tsx';
import { givePasskey } from '../features/identity/passkeys.ts';
import { ProviderButtons } from '../features/identity/provider-buttons.tsx';
import { factorsOf } from '../features/identity/second-factor.ts';
import { SecondFactorForm } from '../features/identity/second-factor-form.tsx';
import {
  acceptStranger,
  refuseStranger,
  useRecovering,
  useSecondFactorDue,
  useSession,
  useStranger,
} from '../features/identity/session.ts';
import { SignInForm } from '../features/identity/sign-in-form.tsx';
import { useSignOut } from '../features/identity/sign-out.ts';
import { BusyButton } from '../shared/busy-button.tsx';
import { Loader } from '../shared/festoon.tsx';
import { messageOf } from '../shared/http.ts';
import { useNotify } from '../shared/notify.tsx';
import { usePending } from '../shared/pending.ts';
import { useKnown } from '../shared/session-mark.ts';
import '../shared/list.css';

const scene = {
  trade: 'dj',
  seed: 9,
  title: 'The lights are on',
  text: 'Your leads, bookings and payments are where you left them.',
} as const;

export function SignIn() {
  const due = useSecondFactorDue();
  const recovering = useRecovering();
  const session = useSession();
  const notify = useNotify();
  useEffect(() => sayLinkNotice(notify), [notify]);
  const known = useKnown();
  const stranger = useStranger();
  if (stranger !== undefined) return <Stranger account={stranger} />;
  if (session === undefined && (known || arriving)) return <Loader />;
  if (due) return <SecondStep />;
  if (recovering && session !== null) return <Recovery />;
  return session ? <Navigate to="/dashboard" replace /> : <LogIn />;
}

function Stranger({ account }: { account: string }) {
  const { pending, run } = usePending();
  const whose = (
    <>
      The link you followed signs in as <b className="address">{account}</b>.
    </>
  );
  return (
    <Entry title="Is this your account?" text={whose} scene={scene}>
      <p className="entry-note">
        Go on only if you asked for it on another device. Whoever sends such a link unasked could see what you do in an
        account of theirs.
      </p>
      <BusyButton
        primary
        busy={pending === 'enter'}
        onClick={() => void run('enter', acceptStranger, { otherwise: 'Failed to sign in' })}
      >
        Yes, sign in
      </BusyButton>
      <p className="entry-foot">
        <button type="button" className="link bare" onClick={refuseStranger}>
          I did not ask for this
        </button>
      </p>
    </Entry>
  );
}

function LogIn() {
  const notify = useNotify();
  const navigate = useNavigate();
  const submit = async (who: Who) => {
    try {
      const entered = await enter(who);
      if (!entered.in) return;
    } catch (error) {
      return notify.error(messageOf(error, 'Failed to sign in'));
    }
    notify.success('Welcome back');
    await navigate('/dashboard');
  };
  return (
    <Entry title="Sign in" text="Good to see you." scene={scene}>
      <SignInForm onSubmit={submit} />
      <ProviderButtons />
      <p className="entry-foot">
        New here?{' '}
        <Link className="link" to="/signup">
          Create an account
        </Link>
      </p>
    </Entry>
  );
}

function SecondStep() {
  const session = useSession();
  const recovering = useRecovering();
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
    <Entry title="One more step" text="Your account asks for a second factor." scene={scene}>
      <SecondFactorForm
        factors={factorsOf(session?.user.factors)}
        onCode={(id, code) => give(giveCode(id, code))}
        onPasskey={(id) => give(givePasskey(id))}
      />
      <p className="entry-foot">
        <button type="button" className="link bare" onClick={signOut}>
          Sign in as somebody else
        </button>
      </p>
    </Entry>
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
    <Entry title="Set a new password" text="It replaces the old one at once." scene={scene}>
      <NewPasswordForm onSubmit={submit} />
    </Entry>
  );
}
