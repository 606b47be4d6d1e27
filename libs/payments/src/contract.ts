import { z } from 'zod';

/** The response to the two `create-…-payment` functions. The browser opens `url` in a new tab. */
export const checkout = z.object({ url: z.string() });
export type Checkout = z.infer<typeof checkout>;

/** `POST /functions/v1/verify-payment` */
export const paymentVerificationRequest = z.object({
  sessionId: z.string().min(1, 'Payment session is required').max(200),
});
export type PaymentVerificationRequest = z.infer<typeof paymentVerificationRequest>;

export const verification = z.object({ success: z.boolean(), message: z.string() });
export type Verification = z.infer<typeof verification>;

/** `POST /api/v1/payments/webhook` */
export const webhookReceipt = z.object({ received: z.literal(true) });
export type WebhookReceipt = z.infer<typeof webhookReceipt>;
