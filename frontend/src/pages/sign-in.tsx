import { Link, Navigate, useNavigate } from 'react-router-dom';
import type { SignIn as Who } from '#identity/contract';
import { enter, setPassword } from '../features/identity/account.ts';
import { Entry } from '../features/identity/entry.tsx';
import { NewPasswordForm } from '../features/identity/new-password-form.tsx';
import { useRecovering, useSession } from '../features/identity/session.ts';
import { SignInForm } from '../features/identity/sign-in-form.tsx';
import { messageOf } from '../shared/http.ts';
import { useNotify } from '../shared/notify.tsx';

const scene = {
  trade: 'dj',
  seed: 9,
  title: 'The lights are on',
  text: 'Your leads, bookings and payments are where you left them.',
} as const;

export function SignIn() {
  const recovering = useRecovering();
  return recovering ? <Recovery /> : <LogIn />;
}

function LogIn() {
  const session = useSession();
  const notify = useNotify();
  const navigate = useNavigate();
  const submit = async (who: Who) => {
    try {
      await enter(who);
    } catch (error) {
      return notify.error(messageOf(error, 'Failed to sign in'));
    }
    notify.success('Welcome back');
    await navigate('/dashboard');
  };
  if (session) return <Navigate to="/dashboard" replace />;
  return (
    <Entry title="Sign in" text="Good to see you." scene={scene}>
      <SignInForm onSubmit={submit} />
      <p className="entry-foot">
        New here?{' '}
        <Link className="link" to="/signup">
          Create an account
        </Link>
      </p>
    </Entry>
  );
}

function Recovery() {
  const notify = useNotify();
  const navigate = useNavigate();
  const submit = async (password: string) => {
    try {
      await setPassword(password);
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
