import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import type { Verification } from '#payments/contract';
import { Festoon, Loader } from '../../ui/festoon.tsx';
import { useNotify } from '../../ui/notify.tsx';
import '../../ui/states.css';
import { usePaymentVerification } from './api.ts';

// Says once how the payment went; a failed verification is announced by the query itself.
const useAnnouncement = (verification: Verification | undefined): void => {
  const notify = useNotify();
  const announcedVerification = useRef<Verification>(undefined);
  useEffect(() => {
    if (!verification || announcedVerification.current === verification) return;
    announcedVerification.current = verification;
    if (verification.success) notify.success('Payment successful!');
    else notify.error('Verification failed', verification.message || 'Could not verify payment');
  }, [verification, notify]);
};

const views = {
  paid: {
    title: 'Payment Successful',
    text: 'Thank you. We received your payment.',
    lit: 5,
  },
  neutral: {
    title: 'Payment Complete',
    text: 'You’re back from checkout. Your dashboard shows what has been paid.',
    lit: 0,
  },
} as const;

/** How a payment ended; without a checkout session there is nothing to verify. */
export function PaymentResult({ sessionId }: { sessionId: string | null }) {
  const { data, isLoading } = usePaymentVerification(sessionId);
  useAnnouncement(data);
  if (isLoading)
    return (
      <>
        <title>Verifying payment · Festoon</title>
        <Loader label="Verifying your payment..." />
      </>
    );
  const { title, text, lit } = views[data?.success ? 'paid' : 'neutral'];
  return (
    <>
      <title>{`${title} · Festoon`}</title>
      <div className="center state">
        <Festoon bulbs={5} lit={lit} sag={26} size={9} />
        <h1>{title}</h1>
        <p className="muted">{text}</p>
        <div className="actions">
          <Link className="button primary" to="/dashboard">
            Go to Dashboard
          </Link>
          <Link className="button" to="/bookings">
            View Bookings
          </Link>
        </div>
      </div>
    </>
  );
}
