import { Button, Flex } from 'antd';
import { useResendConfirmation } from './resend-confirmation.ts';
import { useSession } from './session-state.ts';
import './identity.css';

/** A reminder that is shown until the email address is verified. */
export function UnverifiedBanner() {
  const email = useSession()?.user.email;
  const resend = useResendConfirmation();
  if (!email) return null;
  return (
    <aside className="banner" aria-label="Email verification">
      <Flex className="wrap" wrap gap="10px 20px" align="center" justify="space-between">
        <p>
          Please confirm your email address. We sent a link to <b>{email}</b>.
        </p>
        <Button loading={resend.isPending} onClick={() => resend.mutate(email)}>
          Send again
        </Button>
      </Flex>
    </aside>
  );
}
