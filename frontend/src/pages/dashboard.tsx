import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import type { Booking } from '#bookings/contract';
import type { Me } from '#identity/contract';
import type { Lead } from '#leads/contract';
import { BookingRow } from '../features/bookings/booking-row.tsx';
import { ProfileProgress } from '../features/catalog/profile-progress.tsx';
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
import { isArrival } from '../features/identity/return-path.ts';
import { useMe } from '../features/identity/session.ts';
import { EventIcon } from '../features/leads/event-icon.tsx';
import { LeadRow } from '../features/leads/lead-row.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyState } from '../ui/states.tsx';

export function Dashboard() {
  const me = useMe().data;
  const { state } = useLocation();
  const query = useDashboard();
  // After signing in, staff see what needs them. The dashboard of a client or professional is one click away.
  if (isArrival(state) && me && me.staffRoles.length > 0) return <Navigate to="/staff" replace />;
  return (
    <Page title="Dashboard" lead={me && `Welcome, ${me.displayName}.`}>
      <div className="stack">
        <Loaded
          query={query}
          failure="Your dashboard could not be loaded"
          skeleton={<DashboardSkeleton role={me?.role} />}
        >
          {(view) => <View view={view} me={me} />}
        </Loaded>
      </div>
    </Page>
  );
}

function View({ view, me }: { view: DashboardView; me: Me | undefined }) {
  const userId = me?.id ?? '';
  return view.role === 'client' ? (
    <ForClients view={view} userId={userId} />
  ) : (
    <>
      <ProfileProgress
        missing={view.missingFromProfile}
        onboarded={me?.onboardingCompleted ?? true}
        page="/dashboard"
      />
      <ForProfessionals view={view} userId={userId} />
    </>
  );
}

function ForProfessionals({ view, userId }: { view: ProDashboard; userId: string }) {
  const counts = [
    { name: 'Active Bookings', value: view.activeBookings, to: '/bookings' },
    { name: 'Lead Purchases', value: view.leadPurchases, to: '/leads/purchased' },
    { name: 'Galleries Delivered', value: view.galleriesDelivered, to: '/galleries' },
  ];
  return (
    <>
      <Counts counts={counts} />
      <div className="columns">
        <BookingRows title="Recent Bookings" bookings={view.recentBookings} userId={userId}>
          <EmptyState
            title="No bookings yet"
            text="Bookings you create from leads or receive from clients appear here."
          />
        </BookingRows>
        <LeadRows title="New Leads Available" all={{ to: '/leads', name: 'Browse All' }} leads={view.newLeads}>
          <EmptyState title="No new leads available" text="New leads appear here as soon as clients post them." />
        </LeadRows>
      </div>
    </>
  );
}

function ForClients({ view, userId }: { view: ClientDashboard; userId: string }) {
  const counts = [
    { name: 'Bookings', value: view.bookings, to: '/bookings' },
    { name: 'Posted Leads', value: view.postedLeads, to: '/leads/mine' },
    { name: 'Galleries Received', value: view.galleriesReceived, to: '/galleries' },
  ];
  return (
    <>
      <Counts counts={counts} />
      <QuickCards />
      <div className="columns">
        <BookingRows title="Your Bookings" bookings={view.yourBookings} userId={userId}>
          <EmptyState title="No bookings yet" link={{ to: '/creators', name: 'Create First Booking' }} />
        </BookingRows>
        <LeadRows title="Your Posted Leads" all={{ to: '/leads/mine', name: 'View All' }} leads={view.yourLeads}>
          <EmptyState title="No posted leads yet" link={{ to: '/leads/create', name: 'Post Your First Lead' }} />
        </LeadRows>
      </div>
    </>
  );
}

/** `children` are shown while there are no bookings. */
type BookingRowsProps = { title: string; bookings: readonly Booking[]; userId: string; children: ReactNode };

function BookingRows({ title, bookings, userId, children }: BookingRowsProps) {
  return (
    <ShortList title={title} all={{ to: '/bookings', name: 'View All' }}>
      {bookings.map((booking) => (
        <BookingRow key={booking.id} booking={booking} userId={userId} icon={<EventIcon type={booking.eventType} />} />
      ))}
      {bookings.length === 0 && children}
    </ShortList>
  );
}

/** `all` links to the page with all leads, and so does each lead. `children` are shown while there are no leads. */
type LeadRowsProps = {
  title: string;
  all: { to: string; name: string };
  leads: readonly Lead[];
  children: ReactNode;
};

function LeadRows({ title, all, leads, children }: LeadRowsProps) {
  return (
    <ShortList title={title} all={all}>
      {leads.map((lead) => (
        <LeadRow key={lead.id} lead={lead} to={all.to} />
      ))}
      {leads.length === 0 && children}
    </ShortList>
  );
}
