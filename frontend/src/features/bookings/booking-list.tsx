import { Tabs } from 'antd';
import type { ReactNode } from 'react';
import type { Booking, BookingStatus } from '#bookings/contract';
import { PagedList } from '../../ui/paged-list.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useBookings } from './api.ts';
import { BookingCard } from './booking-card.tsx';
import { type BookingTab, tabs } from './booking-tabs.ts';

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
  const list = (
    <PagedList
      query={bookings}
      failure="Your bookings could not be loaded"
      skeletons={3}
      empty={<EmptyState title="No bookings found" text="Bookings you create or receive appear here." />}
      more="Show more bookings"
    >
      {(booking) => <BookingCard key={booking.id} booking={booking} userId={userId} icon={iconOf(booking)} />}
    </PagedList>
  );
  const items = tabs.map(([key, name]) => ({
    key,
    label: counts ? `${name} (${counts[key]})` : name,
    children: key === tab && list,
  }));
  return <Tabs items={items} activeKey={tab} onChange={(key) => onTab(key as BookingTab)} destroyOnHidden />;
}
