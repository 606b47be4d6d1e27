import { ArrowLeft, AtSign, Clock, Globe, Images, MapPin, MessageCircle } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import {
  type CreatorProfile,
  cancellationPolicies,
  deliversGallery,
  describeRefundTerms,
  serviceTypes,
} from '#catalog/contract';
import { replyText } from '../features/bookings/reply-text.ts';
import { useReplyTime } from '../features/bookings/reply-time-api.ts';
import { ReviewList } from '../features/bookings/review-list.tsx';
import { useRating } from '../features/bookings/reviews-api.ts';
import { useCreator } from '../features/catalog/api.ts';
import { AvailabilityCalendar } from '../features/catalog/availability-calendar.tsx';
import { CreatorPicture } from '../features/catalog/creator-card.tsx';
import { creatorTitle } from '../features/catalog/creator-title.ts';
import { creatorIdIn } from '../features/catalog/endpoints.ts';
import { PackageList } from '../features/catalog/package-list.tsx';
import { Portfolio } from '../features/catalog/portfolio.tsx';
import { useDeliveryPromise } from '../features/galleries/settings-api.ts';
import { isMissing } from '../platform/http.ts';
import { historyIndex } from '../platform/navigation-guard.ts';
import { copyOf } from '../platform/picture-copies.ts';
import { hasStoredSession, useStoredUserId } from '../platform/session-storage.ts';
import { amount, initialOf } from '../platform/text.ts';
import { Loaded } from '../ui/loaded.tsx';
import { RatingLine } from '../ui/stars.tsx';
import { EmptyState, SkeletonBlocks } from '../ui/states.tsx';
import { Tabs } from '../ui/tabs.tsx';
import '../ui/page.css';
import './creator.css';

export function Creator() {
  const { id = '' } = useParams();
  const creator = useCreator(creatorIdIn(id));
  useReadWithSession(creator);
  return (
    <main id="content" className="wrap page" tabIndex={-1}>
      <title>{`${titleOf(creator)} · Festoon`}</title>
      <BackButton />
      <Loaded
        query={creator}
        failure="The profile could not be loaded"
        missing={notFound}
        skeleton={<SkeletonBlocks heights={[280, 56, 220]} />}
      >
        {(profile) => <Profile creator={profile} />}
      </Loaded>
    </main>
  );
}

/**
 * The server reads a profile as a visitor would. The creator can see it before it is public, so the browser reads it
 * again with the session.
 */
const useReadWithSession = ({ error, refetch }: ReturnType<typeof useCreator>): void => {
  const unseen = isMissing(error);
  const wasRead = useRef(false);
  useEffect(() => {
    if (!unseen || wasRead.current || !hasStoredSession()) return;
    wasRead.current = true;
    void refetch();
  }, [unseen, refetch]);
};

const titleOf = ({ data, error }: ReturnType<typeof useCreator>): string => {
  if (data) return creatorTitle(data);
  return isMissing(error) ? 'Profile not found' : 'Creator';
};

/** Goes back, or to the list of creators if the tab was opened with this page. */
function BackButton() {
  const navigate = useNavigate();
  const goBack = () => void (historyIndex() > 0 ? navigate(-1) : navigate('/creators'));
  return (
    <button type="button" className="button quiet back" onClick={goBack}>
      <ArrowLeft />
      Back
    </button>
  );
}

const notFound = (
  <EmptyState
    title="Profile not found"
    text="It may have been removed, or the link may be incomplete."
    link={{ to: '/', name: 'Go Home' }}
  />
);

function Profile({ creator }: { creator: CreatorProfile }) {
  const items = [
    { key: 'portfolio', label: 'Portfolio', children: <Portfolio creator={creator} /> },
    { key: 'packages', label: 'Packages & Pricing', children: <Packages creator={creator} /> },
    { key: 'availability', label: 'Availability', children: <AvailabilityCalendar creatorId={creator.id} /> },
    { key: 'reviews', label: 'Reviews', children: <ReviewList creatorId={creator.id} /> },
  ];
  return (
    <>
      <Head creator={creator} />
      <Tabs label="Profile" items={items} />
    </>
  );
}

function Packages({ creator }: { creator: CreatorProfile }) {
  const { cancellationPolicy } = creator;
  return (
    <div className="stack">
      <PackageList creator={creator} />
      <p className="small muted">
        <b>{cancellationPolicies[cancellationPolicy].name} cancellation policy.</b>{' '}
        {describeRefundTerms(cancellationPolicies[cancellationPolicy])} If {creator.displayName} cancels, everything is
        refunded.
      </p>
    </div>
  );
}

function Head({ creator }: { creator: CreatorProfile }) {
  const isOwn = useStoredUserId() === creator.id;
  const service = creator.services[0];
  // The rating that came with the reviews below: the profile’s own may be older.
  const rating = useRating(creator.id) ?? creator.rating;
  return (
    <header className="card profile">
      <div className="profile-picture">
        <CreatorPicture creator={creator} sizes="(max-width: 900px) 100vw, 480px" first />
      </div>
      <div className="pad profile-text">
        <div className="media">
          <span className="figure avatar" aria-hidden="true">
            {creator.avatarUrl ? (
              <img src={copyOf(creator.avatarUrl, 250)} width={72} height={72} alt="" />
            ) : (
              initialOf(creator.displayName)
            )}
          </span>
          <div className="profile-name">
            <h1>{creator.displayName}</h1>
            {service && <span className="tag pine">{serviceTypes[service.serviceType]}</span>}
            <RatingLine rating={rating} />
          </div>
          {isOwn ? (
            <Link className="button" to="/settings">
              Edit Profile
            </Link>
          ) : (
            <Link className="button primary" to={`/bookings/create?creator=${creator.id}`}>
              Book Now
            </Link>
          )}
        </div>
        {creator.bio && <p className="pre-line">{creator.bio}</p>}
        <Facts creator={creator} />
        {service && service.specialties.length > 0 && (
          <ul className="specialties" aria-label="Specialties">
            {service.specialties.map((specialty) => (
              <li key={specialty}>{specialty}</li>
            ))}
          </ul>
        )}
      </div>
    </header>
  );
}

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li>
      {icon}
      {children}
    </li>
  );
}

const years = (count: number): string => (count === 1 ? '1 year of experience' : `${count} years of experience`);

function Facts({ creator }: { creator: CreatorProfile }) {
  const delivery = useDeliveryPromise(creator.id).data;
  const wait = useReplyTime(creator.id).data?.medianMinutes ?? null;
  const { services, locations, websiteUrl, instagramHandle } = creator;
  const place = locations.find(({ isPrimary }) => isPrimary) ?? locations[0];
  const handle = instagramHandle?.replace(/^@/, '');
  return (
    <ul className="profile-facts">
      {place && <Fact icon={<MapPin className="muted" />}>{`${place.city}, ${place.state}`}</Fact>}
      {services[0] && <Fact icon={<Clock className="muted" />}>{years(services[0].yearsExperience)}</Fact>}
      {wait !== null && <Fact icon={<MessageCircle className="muted" />}>{replyText(wait)}</Fact>}
      {services.some(({ serviceType }) => deliversGallery(serviceType)) && delivery && (
        <Fact icon={<Images className="muted" />}>{`Gallery within ${amount(delivery.deliveryDays, 'day')}`}</Fact>
      )}
      {websiteUrl && (
        <Fact icon={<Globe className="muted" />}>
          <a className="link" href={websiteUrl} target="_blank" rel="noopener noreferrer nofollow">
            Website
          </a>
        </Fact>
      )}
      {handle && (
        <Fact icon={<AtSign className="muted" />}>
          <a
            className="link"
            href={`https://www.instagram.com/${encodeURIComponent(handle)}`}
            target="_blank"
            rel="noopener noreferrer nofollow"
          >
            @{handle}
          </a>
        </Fact>
      )}
    </ul>
  );
}
