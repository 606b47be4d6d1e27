import { Page } from '../shared/page.tsx';

export function PaymentSuccess() {
  return <Page title="Payment" />;
}
