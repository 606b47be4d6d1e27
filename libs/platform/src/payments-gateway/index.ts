export { PaymentsGatewayModule } from './payments-gateway.module.ts';
export {
  type CheckoutReport,
  checkoutLasts,
  PaymentsGateway,
  type Refund,
  sessionPlaceholder,
  type WebhookHeaders,
  WebhookRefused,
} from './payments-gateway.ts';
