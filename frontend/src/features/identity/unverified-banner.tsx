import { BusyButton } from '../../ui/busy-button.tsx';
import { useResendConfirmation } from './resend-confirmation.ts';
import { useSession } from './session.ts';
import './identity.css';

/** For those whose address is not verified yet. */
export function UnverifiedBanner() {
  const email = useSession()?.user.email;
  const resend = useResendConfirmation();
  if (!email) return null;
  return (
    <aside className="unverified" aria-label="Email verification">
      <div className="wrap">
        <p>
          Please verify your email address. We sent a link to <b className="address">{email}</b>.
        </p>
        <BusyButton busy={resend.isPending} onClick={() => resend.mutate(email)}>
          Send it again
        </BusyButton>
      </div>
    </aside>
  );
}
