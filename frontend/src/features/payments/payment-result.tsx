import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { messageOf } from '../../platform/http.ts';
import { Festoon, Loader } from '../../ui/festoon.tsx';
import { useNotify } from '../../ui/notify.tsx';
import { verifyPayment } from './api.ts';
import './payments.css';

type Result = 'verifying' | 'paid' | 'neutral';

const useResult = (sessionId: string | null): Result => {
  const notify = useNotify();
  const [result, setResult] = useState<Result>(sessionId ? 'verifying' : 'neutral');
  const asked = useRef('');
  useEffect(() => {
    if (!sessionId || asked.current === sessionId) return;
    asked.current = sessionId;
    const settle = (success: boolean, message: string) => {
      setResult(success ? 'paid' : 'neutral');
      if (success) notify.success('Payment successful!');
      else notify.error('Verification failed', message || 'Could not verify payment');
    };
    verifyPayment(sessionId).then(
      ({ success, message }) => settle(success, message),
      (error: unknown) => settle(false, messageOf(error, '')),
    );
  }, [sessionId, notify]);
  return result;
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
  const result = useResult(sessionId);
  if (result === 'verifying')
    return (
      <div className="payment-result">
        <title>Verifying payment · Festoon</title>
        <Loader label="Verifying your payment..." />
      </div>
    );
  const { title, text, lit } = views[result];
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
