export { PaymentsGatewayModule } from './payments-gateway.module.ts';
export {
  type Charge,
  type CheckoutReport,
  type CheckoutRequest,
  type CheckoutSession,
  type CheckoutStatus,
  checkoutLasts,
  GatewayRefused,
  PaymentsGateway,
  type Refund,
  type RefundRequest,
  sessionPlaceholder,
  type WebhookHeaders,
  WebhookRefused,
} from './payments-gateway.ts';
