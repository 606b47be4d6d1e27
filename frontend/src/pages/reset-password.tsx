import { useState } from 'react';
import { Link } from 'react-router-dom';
import { sendReset } from '../features/identity/account.ts';
import { Entry } from '../features/identity/entry.tsx';
import { ResetForm } from '../features/identity/reset-form.tsx';
import { messageOf } from '../shared/http.ts';
import { useNotify } from '../shared/notify.tsx';

const scene = {
  trade: 'photographer',
  seed: 5,
  title: 'It happens at every party',
  text: 'Someone cannot find their key. A link by mail lets you in again.',
} as const;

export function ResetPassword() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const notify = useNotify();
  const submit = async (email: string) => {
    try {
      await sendReset(email);
    } catch (error) {
      return notify.error(messageOf(error, 'Failed to send reset email'));
    }
    notify.success('Password reset email sent! Check your inbox.');
    setSentTo(email);
  };
  if (sentTo)
    return (
      <Entry
        title="Check your inbox"
        text={`If ${sentTo} has an account, a mail with a link is on its way.`}
        scene={scene}
      >
        <Link className="button primary large" to="/login">
          Back to Sign In
        </Link>
      </Entry>
    );
  return (
    <Entry title="Reset password" text="We will send you a link to set a new one." scene={scene}>
      <ResetForm onSubmit={submit} />
      <p className="entry-foot">
        <Link className="link" to="/login">
          Back to Sign In
        </Link>
      </p>
    </Entry>
  );
}
