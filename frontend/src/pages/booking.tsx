import { Page } from '../shared/page.tsx';

export function BookingDetail() {
  return <Page title="Booking" />;
}
