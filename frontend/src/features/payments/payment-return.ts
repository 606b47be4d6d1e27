import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { queryClient } from '../../platform/query-client.ts';
import { useNotify } from '../../ui/notify.tsx';
import { useVerifyPayment } from './api.ts';

/** How long the message of a successful payment is shown before the page's data is fetched again, in milliseconds. */
const refetchDelay = 1000;

/**
 * For pages that a checkout returns to: verifies the payment in the page's address and shows the result once. Then it
 * removes the payment from the address, so that a page reloaded during the verification verifies again.
 */
export const usePaymentReturn = (): void => {
  const [params, setParams] = useSearchParams();
  const notify = useNotify();
  const { mutate: verify } = useVerifyPayment();
  const payment = params.get('payment');
  const sessionId = params.get('session_id');
  const current = `${payment}/${sessionId}`;
  const started = useRef('');
  const [shown, setShown] = useState('');
  useEffect(() => {
    if (!payment || started.current === current) return;
    started.current = current;
    if (payment === 'canceled') notify.error('Payment was canceled');
    if (payment === 'success' && sessionId)
      verify(sessionId, {
        onSettled: () => setShown(current),
        onSuccess: ({ success, message }) => {
          if (!success) return notify.error(message || 'Payment verification failed');
          notify.success(message || 'Payment completed successfully!');
          setTimeout(() => void queryClient.invalidateAll(), refetchDelay);
        },
      });
    else setShown(current);
  }, [payment, sessionId, current, notify, verify]);
  const isShown = shown === current;
  useEffect(() => {
    if (!payment || !isShown) return;
    const withoutPayment = (all: URLSearchParams) =>
      new URLSearchParams([...all].filter(([name]) => name !== 'payment' && name !== 'session_id'));
    setParams(withoutPayment, { replace: true });
  }, [payment, isShown, setParams]);
};
