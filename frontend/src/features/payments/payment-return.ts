import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useNotify } from '../../ui/notify.tsx';
import { useVerifyPayment } from './api.ts';

/** How long the message of a successful payment is on screen before the page's data is read again. In milliseconds. */
const beforeReload = 1000;

/**
 * For pages that a checkout returns to: shows once how the payment went and removes that from the address. A second after a
 * success the page's data is read again.
 */
export const usePaymentReturn = (): void => {
  const [params, setParams] = useSearchParams();
  const notify = useNotify();
  const client = useQueryClient();
  const { mutate: verify } = useVerifyPayment();
  const payment = params.get('payment');
  const sessionId = params.get('session_id');
  const handledSearch = useRef('');
  useEffect(() => {
    const current = `${payment}/${sessionId}`;
    if (!payment || handledSearch.current === current) return;
    handledSearch.current = current;
    if (payment === 'canceled') notify.error('Payment was canceled');
    if (payment === 'success' && sessionId)
      verify(sessionId, {
        onSuccess: ({ success, message }) => {
          if (!success) return notify.error(message || 'Payment verification failed');
          notify.success('Payment completed successfully!');
          setTimeout(() => void client.invalidateQueries(), beforeReload);
        },
      });
    const withoutPayment = (all: URLSearchParams) =>
      new URLSearchParams([...all].filter(([name]) => name !== 'payment' && name !== 'session_id'));
    setParams(withoutPayment, { replace: true });
  }, [payment, sessionId, notify, client, verify, setParams]);
};
