import { Flex } from 'antd';
import { Link } from 'react-router-dom';
import { BookingRow } from '../features/bookings/booking-row.tsx';
import {
  type ClientDashboard,
  type DashboardView,
  type ProDashboard,
  useDashboard,
} from '../features/dashboard/api.ts';
import { Counts } from '../features/dashboard/counts.tsx';
import { DashboardSkeleton } from '../features/dashboard/dashboard-skeleton.tsx';
import { QuickCards } from '../features/dashboard/quick-cards.tsx';
import { ShortList } from '../features/dashboard/short-list.tsx';
import { useMe } from '../features/identity/session.ts';
import { EventIcon } from '../features/leads/event-icon.tsx';
import { LeadRow } from '../features/leads/lead-row.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';

export function Dashboard() {
  const me = useMe().data;
  const { data, error, refetch } = useDashboard();
  return (
    <Page title="Dashboard" lead={me && `Welcome, ${me.displayName}.`}>
      <div className="stack">
        {me && me.role !== 'client' && !me.onboardingCompleted && <Invite />}
        {data ? (
          <View view={data} userId={me?.id ?? ''} />
        ) : error ? (
          <ErrorState what="Your dashboard could not be loaded" error={error} onRetry={() => void refetch()} />
        ) : (
          <DashboardSkeleton role={me?.role} />
        )}
      </div>
    </Page>
  );
}

function Invite() {
  return (
    <Flex className="banner invite" wrap gap="14px 24px" align="center" justify="space-between">
      <p>
        <b>Your profile isn’t complete.</b> Add your services, location and packages so clients can find you.
      </p>
      <Link className="button primary" to="/onboarding">
        Complete your profile
      </Link>
    </Flex>
  );
}

function View({ view, userId }: { view: DashboardView; userId: string }) {
  return view.role === 'client' ? <ForClients view={view} userId={userId} /> : <ForPros view={view} userId={userId} />;
}

function ForPros({ view, userId }: { view: ProDashboard; userId: string }) {
  const counts = [
    { name: 'Active Bookings', value: view.activeBookings, to: '/bookings' },
    { name: 'Lead Purchases', value: view.leadPurchases, to: '/leads/purchased' },
    { name: 'Galleries Delivered', value: view.galleriesDelivered, to: '/galleries' },
  ];
  return (
    <>
      <Counts counts={counts} />
      <div className="columns">
        <ShortList title="Recent Bookings" all={{ to: '/bookings', name: 'View All' }}>
          {view.recentBookings.map((booking) => (
            <BookingRow
              key={booking.id}
              booking={booking}
              userId={userId}
              icon={<EventIcon type={booking.eventType} />}
            />
          ))}
          {view.recentBookings.length === 0 && (
            <EmptyState
              title="No bookings yet"
              text="Bookings you create from leads or receive from clients appear here."
            />
          )}
        </ShortList>
        <ShortList title="New Leads Available" all={{ to: '/leads', name: 'Browse All' }}>
          {view.newLeads.map((lead) => (
            <LeadRow key={lead.id} lead={lead} />
          ))}
          {view.newLeads.length === 0 && (
            <EmptyState title="No new leads available" text="New leads appear here as soon as clients post them." />
          )}
        </ShortList>
      </div>
    </>
  );
}

function ForClients({ view, userId }: { view: ClientDashboard; userId: string }) {
  const counts = [
    { name: 'Bookings', value: view.bookings, to: '/bookings' },
    { name: 'Posted Leads', value: view.postedLeads, to: '/leads' },
    { name: 'Galleries Received', value: view.galleriesReceived, to: '/galleries' },
  ];
  return (
    <>
      <Counts counts={counts} />
      <QuickCards />
      <div className="columns">
        <ShortList title="Your Bookings" all={{ to: '/bookings', name: 'View All' }}>
          {view.yourBookings.map((booking) => (
            <BookingRow
              key={booking.id}
              booking={booking}
              userId={userId}
              icon={<EventIcon type={booking.eventType} />}
            />
          ))}
          {view.yourBookings.length === 0 && (
            <EmptyState title="No bookings yet" action={<Start to="/creators">Create First Booking</Start>} />
          )}
        </ShortList>
        <ShortList title="Your Posted Leads" all={{ to: '/leads', name: 'Browse All' }}>
          {view.yourLeads.map((lead) => (
            <LeadRow key={lead.id} lead={lead} />
          ))}
          {view.yourLeads.length === 0 && (
            <EmptyState title="No posted leads yet" action={<Start to="/leads/create">Post Your First Lead</Start>} />
          )}
        </ShortList>
      </div>
    </>
  );
}

function Start({ to, children }: { to: string; children: string }) {
  return (
    <Link className="button primary" to={to}>
      {children}
    </Link>
  );
}
