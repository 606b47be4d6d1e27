import { useNavigate, useSearchParams } from 'react-router-dom';
import type { BookingRequest } from '#bookings/contract';
import type { CreatorProfile } from '#catalog/contract';
import type { Lead } from '#leads/contract';
import { BookingForm } from '../features/bookings/booking-form.tsx';
import { useRequestBooking } from '../features/bookings/request-api.ts';
import { useCreator } from '../features/catalog/api.ts';
import { DayHint } from '../features/catalog/day-hint.tsx';
import { useMe } from '../features/identity/session.ts';
import { useLead } from '../features/leads/api.ts';
import { isMissing } from '../platform/http.ts';
import { Page } from '../ui/page.tsx';
import { EmptyState, ErrorState, SkeletonBlocks } from '../ui/states.tsx';

const purchasedLeads = { to: '/leads/purchased', name: 'My Purchased Leads' };

export function CreateBooking() {
  const [params] = useSearchParams();
  const creatorId = params.get('creator');
  const leadId = params.get('lead');
  if (!creatorId)
    return (
      <Page title="Create Booking" width="narrow">
        <EmptyState
          title="Creator not specified"
          text="Choose a creator first, then book one of their packages."
          link={{ to: '/leads', name: 'Browse Creators' }}
        />
      </Page>
    );
  return <ForCreator key={`${creatorId} ${leadId}`} creatorId={creatorId} leadId={leadId} />;
}

type ForCreatorProps = { creatorId: string; leadId: string | null };

function ForCreator({ creatorId, leadId }: ForCreatorProps) {
  const me = useMe().data;
  const creator = useCreator(creatorId);
  const lead = useLead(leadId);
  const isOwnProfile = creatorId === me?.id;
  const title = creator.data && !isOwnProfile ? `Book ${creator.data.displayName}` : 'Create Booking';
  return (
    <Page title={title} eyebrow={title === 'Create Booking' ? undefined : 'Create Booking'} width="narrow">
      {me && me.role !== 'client' && !(isOwnProfile && leadId) ? (
        <EmptyState
          title="Bookings start from a purchased lead"
          text="Choose the lead this booking is for. The client will be asked to confirm it."
          link={purchasedLeads}
        />
      ) : (
        <Content creator={creator} lead={lead} isOwnProfile={isOwnProfile} withLead={leadId !== null} />
      )}
    </Page>
  );
}

type ContentProps = {
  creator: ReturnType<typeof useCreator>;
  lead: ReturnType<typeof useLead>;
  isOwnProfile: boolean;
  withLead: boolean;
};

function Content({ creator, lead, isOwnProfile, withLead }: ContentProps) {
  if (isMissing(creator.error))
    return (
      <EmptyState
        title="Profile not found"
        text="This creator is no longer on Festoon."
        link={{ to: '/creators', name: 'Browse Creators' }}
      />
    );
  if (isMissing(lead.error))
    return (
      <EmptyState
        title="Lead not found"
        text="It may have been withdrawn."
        link={isOwnProfile ? purchasedLeads : { to: '/leads', name: 'Browse Leads' }}
      />
    );
  const failed = creator.error ?? lead.error;
  const retry = () => void Promise.all([creator.refetch(), withLead && lead.refetch()]);
  if (failed) return <ErrorState what="This page could not be loaded" error={failed} onRetry={retry} />;
  if (!creator.data || (withLead && !lead.data)) return <SkeletonBlocks heights={[220, 360, 44]} />;
  return <Ready creator={creator.data} lead={lead.data} isOwnProfile={isOwnProfile} />;
}

type ReadyProps = { creator: CreatorProfile; lead: Lead | undefined; isOwnProfile: boolean };

function Ready({ creator, lead, isOwnProfile }: ReadyProps) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const draftKey = `booking.${useMe().data?.id}.${creator.id}.${lead?.id}`;
  const request = useRequestBooking(draftKey);
  const create = (booking: BookingRequest) =>
    request.mutate(booking, { onSuccess: ({ id }) => void navigate(`/bookings/${id}`) });
  const packages = creator.packages.filter(({ isActive }) => isActive);
  const backPath = isOwnProfile ? '/leads/purchased' : `/creators/${creator.id}`;
  if (packages.length === 0)
    return isOwnProfile ? (
      <EmptyState
        title="You have no packages yet"
        text="Add a package first, then create the booking from it."
        link={{ to: '/onboarding', name: 'Add your packages' }}
      />
    ) : (
      <EmptyState
        title="No packages yet"
        text={`${creator.displayName} hasn’t added packages yet.`}
        link={{ to: backPath, name: 'Back to Profile' }}
      />
    );
  return (
    <BookingForm
      creatorId={creator.id}
      packages={packages}
      cancellationPolicy={creator.cancellationPolicy}
      packageId={params.get('package') ?? undefined}
      lead={lead}
      date={params.get('date') ?? undefined}
      dateHint={(date, days, change) => <DayHint creatorId={creator.id} date={date} days={days} onDate={change} />}
      cancelTo={backPath}
      draftKey={draftKey}
      submitting={request.isPending}
      error={request.error}
      onSubmit={create}
    />
  );
}
