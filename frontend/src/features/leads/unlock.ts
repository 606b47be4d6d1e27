import { useState } from 'react';
import { HttpError, messageOf } from '../../platform/http.ts';
import { openInNewTab } from '../../platform/open-tab.ts';
import { useNotify } from '../../ui/notify.tsx';
import { startLeadPayment } from './api.ts';

const isSignedOut = (error: unknown): boolean => error instanceof HttpError && error.status === 401;

/** Takes the reader to the checkout that unlocks a lead. */
export const useUnlock = (leadId: string, signedIn: boolean) => {
  const notify = useNotify();
  const [opening, setOpening] = useState(false);
  const askToSignIn = () => notify.error('Authentication required', 'Please sign in to purchase leads');
  const unlock = async () => {
    if (!signedIn) return askToSignIn();
    setOpening(true);
    try {
      await openInNewTab(startLeadPayment(leadId));
      notify.success('Redirecting to payment', 'Complete your payment in the new tab');
    } catch (error) {
      if (isSignedOut(error)) askToSignIn();
      else notify.error('Purchase failed', messageOf(error, 'Unable to process payment'));
    } finally {
      setOpening(false);
    }
  };
  return { unlock, opening };
};
