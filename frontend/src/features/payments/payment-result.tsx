import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import type { Verification } from '#payments/contract';
import { Festoon, Loader } from '../../ui/festoon.tsx';
import { useNotify } from '../../ui/notify.tsx';
import { usePaymentVerification } from './api.ts';
import './payments.css';

// Says once how the payment went; a failed verification is announced by the query itself.
const useAnnouncement = (verification: Verification | undefined): void => {
  const notify = useNotify();
  const announced = useRef<Verification>(undefined);
  useEffect(() => {
    if (!verification || announced.current === verification) return;
    announced.current = verification;
    if (verification.success) notify.success('Payment successful!');
    else notify.error('Verification failed', verification.message || 'Could not verify payment');
  }, [verification, notify]);
};

const views = {
  paid: { title: 'Payment Successful', text: 'Thank you. The payment has arrived, and both sides can see it.', lit: 5 },
  neutral: {
    title: 'Payment Complete',
    text: 'You are back from the checkout. Your dashboard shows what has been paid.',
    lit: 0,
  },
} as const;

/** What became of a payment; without a session there is nothing to ask about. */
export function PaymentResult({ sessionId }: { sessionId: string | null }) {
  const { data, isLoading } = usePaymentVerification(sessionId);
  useAnnouncement(data);
  if (isLoading)
    return (
      <div className="payment-result">
        <title>Verifying payment · Festoon</title>
        <Loader label="Verifying your payment..." />
      </div>
    );
  const { title, text, lit } = views[data?.success ? 'paid' : 'neutral'];
  return (
    <div className="payment-result">
      <title>{`${title} · Festoon`}</title>
      <Festoon bulbs={5} lit={lit} sag={26} size={9} />
      <h1>{title}</h1>
      <p className="muted">{text}</p>
      <div className="page-actions">
        <Link className="button primary" to="/dashboard">
          Go to Dashboard
        </Link>
        <Link className="button" to="/bookings">
          View Bookings
        </Link>
      </div>
    </div>
  );
}
