import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useNotify } from '../../ui/notify.tsx';
import { verifyPayment } from './api.ts';

const beforeReload = 1000;

type Outcome = { success: boolean; text: string };

const outcomeOf = async (sessionId: string): Promise<Outcome> => {
  try {
    const { success, message } = await verifyPayment(sessionId);
    return success
      ? { success, text: 'Payment completed successfully!' }
      : { success, text: message || 'Payment verification failed' };
  } catch {
    return { success: false, text: 'Failed to verify payment' };
  }
};

/**
 * On a page that a checkout returns to: says once how the payment went, takes that out of the address, and a second after
 * a success loads the page's data again.
 */
export const usePaymentReturn = (): void => {
  const [params, setParams] = useSearchParams();
  const notify = useNotify();
  const client = useQueryClient();
  const payment = params.get('payment');
  const sessionId = params.get('session_id');
  const told = useRef('');
  useEffect(() => {
    const arrival = `${payment}/${sessionId}`;
    if (!payment || told.current === arrival) return;
    told.current = arrival;
    const tell = async (id: string) => {
      const { success, text } = await outcomeOf(id);
      if (!success) return notify.error(text);
      notify.success(text);
      setTimeout(() => void client.invalidateQueries(), beforeReload);
    };
    if (payment === 'canceled') notify.error('Payment was canceled');
    if (payment === 'success' && sessionId) void tell(sessionId);
    const rest = (all: URLSearchParams) => {
      const others = [...all].filter(([name]) => name !== 'payment' && name !== 'session_id');
      return new URLSearchParams(others);
    };
    setParams(rest, { replace: true });
  }, [payment, sessionId, notify, client, setParams]);
};
