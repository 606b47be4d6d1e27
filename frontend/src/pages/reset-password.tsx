import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useRequestPasswordReset } from '../features/identity/api.ts';
import { AuthLayout } from '../features/identity/auth-layout.tsx';
import { ResetForm } from '../features/identity/reset-form.tsx';

const scene = {
  motif: 'evening',
  seed: 5,
  title: 'It happens at every party',
  text: 'Someone misplaces their key. An email with a link gets you back in.',
} as const;

export function ResetPassword() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const request = useRequestPasswordReset();
  const submit = (email: string) => request.mutate(email, { onSuccess: () => setSentTo(email) });
  if (sentTo)
    return (
      <AuthLayout
        title="Check your inbox"
        text={`If ${sentTo} has an account, we’ve sent it an email with a link.`}
        scene={scene}
      >
        <Link className="button primary large" to="/login">
          Back to Sign In
        </Link>
      </AuthLayout>
    );
  return (
    <AuthLayout title="Reset password" text="We’ll email you a link to set a new one." scene={scene}>
      <ResetForm submitting={request.isPending} onSubmit={submit} />
      <p className="entry-foot">
        <Link className="link" to="/login">
          Back to Sign In
        </Link>
      </p>
    </AuthLayout>
  );
}
