import { Page } from '../shared/page.tsx';

export function Bookings() {
  return <Page title="My Bookings" />;
}
