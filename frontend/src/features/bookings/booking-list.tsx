import { Button, Tabs } from 'antd';
import type { BookingCounts, BookingStatus } from '#bookings/contract';
import { Empty, Failed } from '../../shared/states.tsx';
import { useBookings } from './api.ts';
import { BookingCard } from './booking-card.tsx';
import './bookings.css';

const tabs = [
  ['all', 'All'],
  ['pending', 'Pending'],
  ['confirmed', 'Confirmed'],
  ['completed', 'Completed'],
] as const satisfies readonly (readonly [keyof BookingCounts, string])[];
export type BookingTab = (typeof tabs)[number][0];

/** The tab an address names; all bookings where it names none. */
export const tabOf = (text: string | null): BookingTab => tabs.find(([tab]) => tab === text)?.[0] ?? 'all';

const statusOf = (tab: BookingTab): BookingStatus | undefined => (tab === 'all' ? undefined : tab);

type BookingListProps = { tab: BookingTab; onTab: (tab: BookingTab) => void; reader: string };

/** The reader's bookings, newest first, by status. */
export function BookingList({ tab, onTab, reader }: BookingListProps) {
  const bookings = useBookings(statusOf(tab));
  const counts = bookings.data?.pages[0]?.counts;
  return (
    <Tabs
      activeKey={tab}
      onChange={(key) => onTab(tabOf(key))}
      destroyOnHidden
      items={tabs.map(([key, name]) => ({
        key,
        label: counts ? `${name} (${counts[key]})` : name,
        children: <Shown bookings={bookings} reader={reader} />,
      }))}
    />
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
        <Button className="more" loading={bookings.isFetchingNextPage} onClick={() => void bookings.fetchNextPage()}>
          Show more bookings
        </Button>
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
          <div className="booking-sum">
            <svg className="bone" width="110" height="28" />
            <svg className="bone" width="150" height="26" />
          </div>
          <div className="booking-foot">
            <svg className="bone" width="120" height="44" />
            <svg className="bone" width="140" height="44" />
          </div>
        </div>
      ))}
    </div>
  );
}
