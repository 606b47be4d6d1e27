import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { VendorCard } from '#ai/contract';
import { serviceTypes } from '#catalog/contract';
import { money } from '../../platform/money.ts';

export type PictureOf = (vendor: VendorCard) => ReactNode;

/** The vendors that a reply names, in the same order. They are not announced, because the reply says the same. */
export function VendorCards({ vendors, pictureOf }: { vendors: readonly VendorCard[]; pictureOf: PictureOf }) {
  return (
    <ul className="vendor-cards" aria-label="Recommended vendors" aria-live="off">
      {vendors.map((vendor) => (
        <li key={vendor.id} className="card vendor-card">
          <div className="vendor-picture">{pictureOf(vendor)}</div>
          <Facts vendor={vendor} />
        </li>
      ))}
    </ul>
  );
}

const dateColors = { free: 'pine', taken: 'rose', unknown: 'amber' } as const;

function Facts({ vendor }: { vendor: VendorCard }) {
  const { displayName, path, bookingPath, service, specialty, price, date, reason, drawbacks } = vendor;
  const remarks = [...drawbacks.map((each) => `${each}.`), reason].filter((text) => text !== '');
  return (
    <div className="vendor-facts">
      <h3>
        <Link className="link" to={path}>
          {displayName}
        </Link>
      </h3>
      <span className="muted small">
        {[serviceTypes[service], specialty, placeOf(vendor)].filter(Boolean).join(' · ')}
      </span>
      <span className="money">
        From <b>{money(price)}</b>
      </span>
      {date && <span className={`tag ${dateColors[date.state]}`}>{date.text}</span>}
      {remarks.length > 0 && <p className="small">{remarks.join(' ')}</p>}
      <Link className="button primary" to={bookingPath} aria-label={`Book Now: ${displayName}`}>
        Book Now
      </Link>
    </div>
  );
}

/** `Round Rock, TX · 17 miles away` */
const placeOf = ({ city, region, miles }: VendorCard): string =>
  [
    [...new Set([city, region])].filter((name) => name !== '').join(', '),
    miles ? `${miles.toLocaleString('en-US')} ${miles === 1 ? 'mile' : 'miles'} away` : '',
  ]
    .filter((text) => text !== '')
    .join(' · ');
