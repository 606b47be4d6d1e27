export { PaymentsGatewayModule } from './payments-gateway.module.ts';
export {
  type CheckoutReport,
  checkoutLifetime,
  GatewayUnavailable,
  type ListedDispute,
  PaymentsGateway,
  type Refund,
  sessionPlaceholder,
  type WebhookHeaders,
  WebhookRefused,
} from './payments-gateway.ts';
