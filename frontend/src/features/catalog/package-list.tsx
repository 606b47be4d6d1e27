import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { CreatorProfile } from '#catalog/contract';
import { money } from '../../platform/money.ts';
import { useStoredUserId } from '../../platform/session-storage.ts';
import { amount } from '../../platform/text.ts';
import { EmptyState } from '../../ui/states.tsx';

type Offer = CreatorProfile['packages'][number];

export function PackageList({ creator: { id, packages } }: { creator: CreatorProfile }) {
  const offers = packages.filter(({ isActive }) => isActive);
  const isOwn = useStoredUserId() === id;
  if (offers.length === 0) return <EmptyState title="No packages yet" text="Packages and prices will appear here." />;
  return (
    <div className="columns medium">
      {offers.map((offer) => (
        <OfferCard key={offer.id} offer={offer}>
          {!isOwn && (
            <Link className="button" to={`/bookings/create?creator=${id}&package=${offer.id}`}>
              Book This Package
            </Link>
          )}
        </OfferCard>
      ))}
    </div>
  );
}

/** `children` are the actions of the package. */
function OfferCard({ offer, children }: { offer: Offer; children: ReactNode }) {
  const { name, price, durationHours, description, deliverables } = offer;
  return (
    <article className="card pad offer">
      <h2>{name}</h2>
      <div>
        <span className="figure large money">{money(price)}</span>
        <span className="muted"> / {amount(durationHours, 'hour')}</span>
      </div>
      {description && <p>{description}</p>}
      {deliverables.length > 0 && (
        <ul className="bullets">
          {deliverables.map((deliverable) => (
            <li key={deliverable}>{deliverable}</li>
          ))}
        </ul>
      )}
      {children}
    </article>
  );
}
