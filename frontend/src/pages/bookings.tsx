import { useSearchParams } from 'react-router-dom';
import { BookingList } from '../features/bookings/booking-list.tsx';
import { type BookingTab, tabOf } from '../features/bookings/booking-tabs.ts';
import { useMe } from '../features/identity/session.ts';
import { EventIcon } from '../features/leads/event-icon.tsx';
import { Page } from '../ui/page.tsx';

export function Bookings() {
  const userId = useMe().data?.id ?? '';
  const [params, setParams] = useSearchParams();
  const show = (tab: BookingTab) => setParams(tab === 'all' ? {} : { status: tab }, { replace: true });
  return (
    <Page title="My Bookings" lead="Dates, payments and progress for every booking.">
      <BookingList
        tab={tabOf(params.get('status'))}
        onTab={show}
        userId={userId}
        iconOf={({ eventType }) => <EventIcon type={eventType} />}
      />
    </Page>
  );
}
