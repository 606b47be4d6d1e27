import { Button, Tabs } from 'antd';
import type { ReactNode } from 'react';
import type { Booking, BookingStatus } from '#bookings/contract';
import { ItemCardSkeletons } from '../../ui/skeletons.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { useBookings } from './api.ts';
import { BookingCard } from './booking-card.tsx';
import { type BookingTab, tabs } from './booking-tabs.ts';
import '../../ui/list.css';

const statusOf = (tab: BookingTab): BookingStatus | undefined => (tab === 'all' ? undefined : tab);

type BookingListProps = {
  tab: BookingTab;
  onTab: (tab: BookingTab) => void;
  userId: string;
  iconOf: (booking: Booking) => ReactNode;
};

/** The user's bookings, newest first, by status. */
export function BookingList({ tab, onTab, userId, iconOf }: BookingListProps) {
  const bookings = useBookings(statusOf(tab));
  const counts = bookings.data?.pages[0]?.counts;
  const items = tabs.map(([key, name]) => ({
    key,
    label: counts ? `${name} (${counts[key]})` : name,
    children: key === tab && <Bookings bookings={bookings} userId={userId} iconOf={iconOf} />,
  }));
  return <Tabs items={items} activeKey={tab} onChange={(key) => onTab(key as BookingTab)} destroyOnHidden />;
}

type BookingsProps = Pick<BookingListProps, 'userId' | 'iconOf'> & { bookings: ReturnType<typeof useBookings> };

function Bookings({ bookings, userId, iconOf }: BookingsProps) {
  if (bookings.isPending) return <ItemCardSkeletons count={3} />;
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
    return <EmptyState title="No bookings found" text="Bookings you create or receive appear here." />;
  return (
    <div className="stack" aria-busy={bookings.isPlaceholderData}>
      {items.map((booking) => (
        <BookingCard key={booking.id} booking={booking} userId={userId} icon={iconOf(booking)} />
      ))}
      {bookings.hasNextPage && (
        <Button className="more" loading={bookings.isFetchingNextPage} onClick={() => void bookings.fetchNextPage()}>
          Show more bookings
        </Button>
      )}
    </div>
  );
}
