import { Link } from 'react-router-dom';
import { type CreatorProfile, serviceTypes } from '#catalog/contract';
import { money } from '../../shared/money.ts';
import { Picture, seedOf } from '../../shared/picture.tsx';
import './creator-card.css';

/** What stands in for a picture until the creator has shown one of theirs. */
export function CreatorPicture({ creator: { id, services, portfolio } }: { creator: CreatorProfile }) {
  const first = portfolio[0];
  if (first) return <img className="picture" src={first.mediaUrl} alt="" loading="lazy" />;
  return <Picture trade={services[0]?.serviceType ?? 'photographer'} seed={seedOf(id)} />;
}

const cheapest = ({ packages }: CreatorProfile): number | undefined => {
  const prices = packages.filter(({ isActive }) => isActive).map(({ price }) => price);
  return prices.length > 0 ? Math.min(...prices) : undefined;
};

/** One creator in a grid; the whole card opens the profile. */
export function CreatorCard({ creator }: { creator: CreatorProfile }) {
  const { id, displayName, services, locations } = creator;
  const service = services[0] && serviceTypes[services[0].serviceType];
  const place = locations[0] && `${locations[0].city}, ${locations[0].state}`;
  const price = cheapest(creator);
  return (
    <article className="card opens creator">
      <div className="creator-picture">
        <CreatorPicture creator={creator} />
      </div>
      <div className="creator-body">
        <div className="line">
          <h3>{displayName}</h3>
          <span className="tag amber">New</span>
        </div>
        <span className="muted small">{[service, place].filter(Boolean).join(' · ')}</span>
        <div className="line">
          <span className="money">
            {price === undefined ? 'Prices on request' : 'from '}
            {price !== undefined && <b>{money(price)}</b>}
          </span>
          <Link className="link small cover" to={`/creators/${id}`}>
            View Profile<span className="unseen"> of {displayName}</span>
          </Link>
        </div>
      </div>
    </article>
  );
}

/** As tall as the card that will stand here. */
export function CreatorBones() {
  return (
    <div className="card creator" aria-hidden="true">
      <div className="creator-picture bone" />
      <div className="creator-body">
        <svg className="bone" width="60%" height="25" />
        <svg className="bone" width="80%" height="22" />
        <svg className="bone" width="100%" height="26" />
      </div>
    </div>
  );
}
