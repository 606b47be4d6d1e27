import { type ReactNode, useId } from 'react';
import type { Booking, BookingStatus } from '#bookings/contract';
import { BusyButton } from '../../ui/busy-button.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { useBookings } from './api.ts';
import { BookingCard } from './booking-card.tsx';
import { type BookingTab, Tabs, tabs } from './booking-tabs.tsx';
import './bookings.css';

const statusOf = (tab: BookingTab): BookingStatus | undefined => (tab === 'all' ? undefined : tab);

type BookingListProps = {
  tab: BookingTab;
  onTab: (tab: BookingTab) => void;
  reader: string;
  iconOf: (booking: Booking) => ReactNode;
};

/** The reader's bookings, newest first, by status. */
export function BookingList({ tab, onTab, reader, iconOf }: BookingListProps) {
  const bookings = useBookings(statusOf(tab));
  const counts = bookings.data?.pages[0]?.counts;
  const panel = useId();
  return (
    <>
      <Tabs tab={tab} counts={counts} panel={panel} onTab={onTab} />
      <div id={panel} role="tabpanel" aria-label={tabs.find(([key]) => key === tab)?.[1]}>
        <Shown bookings={bookings} reader={reader} iconOf={iconOf} />
      </div>
    </>
  );
}

type ShownProps = Pick<BookingListProps, 'reader' | 'iconOf'> & { bookings: ReturnType<typeof useBookings> };

function Shown({ bookings, reader, iconOf }: ShownProps) {
  if (bookings.isPending) return <BookingListSkeleton />;
  if (!bookings.data)
    return (
      <ErrorState
        what="Your bookings could not be loaded"
        error={bookings.error}
        onRetry={() => void bookings.refetch()}
      />
    );
  const items = bookings.data.pages.flatMap((page) => page.items);
  if (items.length === 0)
    return <EmptyState title="No bookings found" text="Bookings you ask for or are asked for stand here." />;
  return (
    <div className="cards" aria-busy={bookings.isPlaceholderData}>
      {items.map((booking) => (
        <BookingCard key={booking.id} booking={booking} reader={reader} icon={iconOf(booking)} />
      ))}
      {bookings.hasNextPage && (
        <BusyButton className="more" busy={bookings.isFetchingNextPage} onClick={() => void bookings.fetchNextPage()}>
          Show more bookings
        </BusyButton>
      )}
    </div>
  );
}

function BookingListSkeleton() {
  return (
    <div className="cards" role="status">
      <span className="unseen">Loading...</span>
      {[0, 1, 2].map((place) => (
        <div key={place} className="card booking" aria-hidden="true">
          <span className="icon-tile skeleton-block" />
          <div className="booking-body">
            <svg className="skeleton-block" width="90" height="18" />
            <svg className="skeleton-block" width="55%" height="25" />
            <svg className="skeleton-block" width="75%" height="20" />
          </div>
          <svg className="skeleton-block" width="110" height="28" />
          <div className="booking-foot">
            <svg className="skeleton-block tags" width="150" height="26" />
            <svg className="skeleton-block" width="120" height="44" />
            <svg className="skeleton-block" width="140" height="44" />
          </div>
        </div>
      ))}
    </div>
  );
}
