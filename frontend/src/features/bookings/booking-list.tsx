import { useId } from 'react';
import type { BookingStatus } from '#bookings/contract';
import { BusyButton } from '../../shared/busy-button.tsx';
import { Empty, Failed } from '../../shared/states.tsx';
import { useBookings } from './api.ts';
import { BookingCard } from './booking-card.tsx';
import { type BookingTab, Tabs, tabs } from './booking-tabs.tsx';
import './bookings.css';

const statusOf = (tab: BookingTab): BookingStatus | undefined => (tab === 'all' ? undefined : tab);

type BookingListProps = { tab: BookingTab; onTab: (tab: BookingTab) => void; reader: string };

/** The reader's bookings, newest first, by status. */
export function BookingList({ tab, onTab, reader }: BookingListProps) {
  const bookings = useBookings(statusOf(tab));
  const counts = bookings.data?.pages[0]?.counts;
  const panel = useId();
  return (
    <>
      <Tabs tab={tab} counts={counts} panel={panel} onTab={onTab} />
      <div id={panel} role="tabpanel" aria-label={tabs.find(([key]) => key === tab)?.[1]}>
        <Shown bookings={bookings} reader={reader} />
      </div>
    </>
  );
}

function Shown({ bookings, reader }: { bookings: ReturnType<typeof useBookings>; reader: string }) {
  if (bookings.isPending) return <BookingBones />;
  if (!bookings.data)
    return (
      <Failed what="Your bookings could not be loaded" error={bookings.error} onRetry={() => void bookings.refetch()} />
    );
  const items = bookings.data.pages.flatMap((page) => page.items);
  if (items.length === 0)
    return <Empty title="No bookings found" text="Bookings you ask for or are asked for stand here." />;
  return (
    <div className="cards" aria-busy={bookings.isPlaceholderData}>
      {items.map((booking) => (
        <BookingCard key={booking.id} booking={booking} reader={reader} />
      ))}
      {bookings.hasNextPage && (
        <BusyButton className="more" busy={bookings.isFetchingNextPage} onClick={() => void bookings.fetchNextPage()}>
          Show more bookings
        </BusyButton>
      )}
    </div>
  );
}

function BookingBones() {
  return (
    <div className="cards" role="status">
      <span className="unseen">Loading...</span>
      {[0, 1, 2].map((place) => (
        <div key={place} className="card booking" aria-hidden="true">
          <span className="event-icon bone" />
          <div className="booking-body">
            <svg className="bone" width="90" height="18" />
            <svg className="bone" width="55%" height="25" />
            <svg className="bone" width="75%" height="20" />
          </div>
          <svg className="bone" width="110" height="28" />
          <div className="booking-foot">
            <svg className="bone tags" width="150" height="26" />
            <svg className="bone" width="120" height="44" />
            <svg className="bone" width="140" height="44" />
          </div>
        </div>
      ))}
    </div>
  );
}
