import { BusyButton } from '../../ui/busy-button.tsx';
import { usePending } from '../../ui/pending.ts';
import { resendConfirmation } from './own-account.ts';
import { useSession } from './session.ts';
import './identity.css';

/** For those whose address is not verified yet. */
export function UnverifiedBanner() {
  const email = useSession()?.user.email;
  const { pending, run } = usePending();
  if (!email) return null;
  const words = { done: 'Email sent! Check your inbox.', otherwise: 'Failed to send the email' };
  return (
    <aside className="unverified" aria-label="Email verification">
      <div className="wrap">
        <p>
          Please verify your email address. We sent a link to <b className="address">{email}</b>.
        </p>
        <BusyButton
          busy={pending === 'resend'}
          onClick={() => void run('resend', () => resendConfirmation(email), words)}
        >
          Send it again
        </BusyButton>
      </div>
    </aside>
  );
}
