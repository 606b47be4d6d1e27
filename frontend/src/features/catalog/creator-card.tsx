import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';
import { type CreatorProfile, creatorPath, type ServiceType, serviceTypes } from '#catalog/contract';
import { money } from '../../platform/money.ts';
import { Illustration, type Motif, seedFrom } from '../../ui/illustration.tsx';
import { RatingLine } from '../../ui/stars.tsx';
import { StoredPicture } from '../../ui/stored-picture.tsx';
import './creator-card.css';

const motifs: Readonly<Record<ServiceType, Motif>> = {
  photographer: 'evening',
  videographer: 'film',
  dj: 'stage',
  design: 'flowers',
};

/** `sizes` as in {@link StoredPicture}; `first` for the first picture of a page. */
type CreatorPictureProps = {
  creator: Pick<CreatorProfile, 'id'> & {
    services: readonly Pick<CreatorProfile['services'][number], 'serviceType'>[];
    portfolio: readonly ComponentProps<typeof StoredPicture>['picture'][];
  };
  sizes: string;
  first?: boolean;
};

/** The creator's first portfolio picture, or an illustration until there is one. */
export function CreatorPicture({ creator: { id, services, portfolio }, sizes, first = false }: CreatorPictureProps) {
  const [picture] = portfolio;
  if (picture) return <StoredPicture picture={picture} alt="" sizes={sizes} first={first} />;
  return <Illustration motif={motifs[services[0]?.serviceType ?? 'photographer']} seed={seedFrom(id)} />;
}

const cheapest = ({ packages }: CreatorProfile): number | undefined => {
  const prices = packages.filter(({ isActive }) => isActive).map(({ price }) => price);
  return prices.length > 0 ? Math.min(...prices) : undefined;
};

/** `first` for the first card of a page; `label` says why the creator is shown there. */
type CreatorCardProps = { creator: CreatorProfile; first?: boolean; label?: string | undefined };

/** One creator in a grid; the whole card opens the profile. */
export function CreatorCard({ creator, first = false, label }: CreatorCardProps) {
  const { displayName, services, locations, rating } = creator;
  const service = services[0] && serviceTypes[services[0].serviceType];
  const place = locations[0] && `${locations[0].city}, ${locations[0].state}`;
  const price = cheapest(creator);
  return (
    <Link className="card opens creator" to={creatorPath(creator)}>
      <div className="creator-picture">
        <CreatorPicture creator={creator} sizes="(max-width: 700px) 100vw, 400px" first={first} />
      </div>
      <div className="pad creator-body">
        <div className="line">
          <h3>{displayName}</h3>
          <RatingLine rating={rating} brief />
        </div>
        <span className="muted small">{[service, place].filter(Boolean).join(' · ')}</span>
        {label && <span className="muted small">{label}</span>}
        <div className="line">
          <span className="money">
            {price === undefined ? 'Prices on request' : 'from '}
            {price !== undefined && <b>{money(price)}</b>}
          </span>
          <span className="link small">View Profile</span>
        </div>
      </div>
    </Link>
  );
}

/** A placeholder that is as tall as the card. */
export function CreatorCardSkeleton() {
  return (
    <div className="card creator" aria-hidden="true">
      <div className="creator-picture skeleton-block" />
      <div className="pad creator-body">
        <svg className="skeleton-block" width="60%" height="25" />
        <svg className="skeleton-block" width="80%" height="22" />
        <svg className="skeleton-block" width="100%" height="26" />
      </div>
    </div>
  );
}
