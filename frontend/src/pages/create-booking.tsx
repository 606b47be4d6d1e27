import { Page } from '../shared/page.tsx';

export function CreateBooking() {
  return <Page title="Create Booking" />;
}
