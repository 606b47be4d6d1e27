import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import type { VendorCard } from '#ai/contract';
import { serviceTypes } from '#catalog/contract';
import { money } from '../../platform/money.ts';
import { ComponentTheme } from '../../ui/component-theme.tsx';
import { Deferred } from '../../ui/deferred.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { RatingLine } from '../../ui/stars.tsx';
import { placeOf } from './vendor-texts.ts';

const CompareDialog = lazyPart(async () => (await import('./compare-dialog.tsx')).CompareDialog);

export type PictureOf = (vendor: VendorCard) => ReactNode;

const maxCompared = 3;

/**
 * The vendors that a reply names, in the same order. They are not announced, because the reply says the same. Two or
 * three of them can be compared.
 */
export function VendorCards({ vendors, pictureOf }: { vendors: readonly VendorCard[]; pictureOf: PictureOf }) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [isComparing, setComparing] = useState(false);
  const choose = (id: string, isChosen: boolean) =>
    setChosen((earlier) => (isChosen ? [...earlier, id] : earlier.filter((each) => each !== id)));
  return (
    <>
      <ul className="vendor-cards" aria-label="Recommended vendors" aria-live="off">
        {vendors.map((vendor) => (
          <li key={vendor.id} className="card vendor-card">
            <div className="vendor-picture">{pictureOf(vendor)}</div>
            <Facts vendor={vendor} />
            {vendors.length > 1 && (
              <CompareChoice
                vendor={vendor}
                isChosen={chosen.includes(vendor.id)}
                isFull={chosen.length >= maxCompared}
                onChoose={choose}
              />
            )}
          </li>
        ))}
      </ul>
      {vendors.length > 1 && (
        <div className="actions" aria-live="off">
          <button type="button" className="button" disabled={chosen.length < 2} onClick={() => setComparing(true)}>
            {chosen.length < 2 ? 'Compare' : `Compare ${chosen.length} vendors`}
          </button>
          {chosen.length < 2 && <span className="muted small">Choose two or three vendors.</span>}
        </div>
      )}
      <Deferred open={isComparing}>
        <ComponentTheme>
          <CompareDialog
            vendors={vendors.filter(({ id }) => chosen.includes(id))}
            open={isComparing}
            onClose={() => setComparing(false)}
          />
        </ComponentTheme>
      </Deferred>
    </>
  );
}

type CompareChoiceProps = {
  vendor: VendorCard;
  isChosen: boolean;
  /** No further vendor can be chosen. */
  isFull: boolean;
  onChoose: (id: string, isChosen: boolean) => void;
};

function CompareChoice({ vendor: { id, displayName }, isChosen, isFull, onChoose }: CompareChoiceProps) {
  return (
    <label className="vendor-choice small">
      <input
        type="checkbox"
        checked={isChosen}
        disabled={isFull && !isChosen}
        onChange={({ target }) => onChoose(id, target.checked)}
      />
      <span>
        Compare <span className="unseen">{displayName}</span>
      </span>
    </label>
  );
}

const dateColors = { free: 'pine', taken: 'rose', unknown: 'amber' } as const;

function Facts({ vendor }: { vendor: VendorCard }) {
  const { displayName, path, bookingPath, service, specialty, rating, price, date, reason, drawbacks } = vendor;
  const remarks = [...drawbacks.map((each) => `${each}.`), reason].filter((text) => text !== '');
  return (
    <div className="vendor-facts">
      <h2>
        <Link className="link" to={path}>
          {displayName}
        </Link>
      </h2>
      <span className="muted small">
        {[serviceTypes[service], specialty, placeOf(vendor)].filter(Boolean).join(' · ')}
      </span>
      <RatingLine rating={rating} brief />
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
