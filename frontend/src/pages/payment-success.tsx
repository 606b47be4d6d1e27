import { useSearchParams } from 'react-router-dom';
import { PaymentResult } from '../features/payments/payment-result.tsx';
import '../ui/page.css';

export function PaymentSuccess() {
  const [params] = useSearchParams();
  return (
    <main id="content" className="wrap page" tabIndex={-1}>
      <PaymentResult sessionId={params.get('session_id')} />
    </main>
  );
}
