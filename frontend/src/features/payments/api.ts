import type { Verification } from '#payments/contract';
import { invoke } from '../../platform/http.ts';

/** Asks what became of a payment. Asking twice answers the same. */
export const verifyPayment = (sessionId: string): Promise<Verification> => invoke('verify-payment', { sessionId });
