import { queryOptions, skipToken, useMutation, useQuery } from '@tanstack/react-query';
import type { Verification } from '#payments/contract';
import { invoke, messageOf } from '../../platform/http.ts';
import { paymentKeys } from './keys.ts';

/** Requests the state of a payment. Idempotent. */
const verify = (sessionId: string): Promise<Verification> => invoke('verify-payment', { sessionId });

const verificationQuery = (sessionId: string | null) =>
  queryOptions({
    queryKey: paymentKeys.verification(sessionId),
    queryFn: sessionId === null ? skipToken : () => verify(sessionId),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { failure: (error) => ['Verification failed', messageOf(error, 'Could not verify payment')] },
  });

/** The result of a payment; nothing is requested without a session. */
export const usePaymentVerification = (sessionId: string | null) => useQuery(verificationQuery(sessionId));

/** Verifies a payment when the user comes back from the checkout. */
export const useVerifyPayment = () =>
  useMutation({
    mutationFn: verify,
    meta: { failure: () => 'Failed to verify payment' },
  });
