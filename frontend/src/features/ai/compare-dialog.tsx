import { Modal } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { VendorCard } from '#ai/contract';
import { money } from '../../platform/money.ts';
import { placeOf, ratingText, servicesOf } from './vendor-texts.ts';

type CompareDialogProps = { vendors: readonly VendorCard[]; open: boolean; onClose: () => void };

const facts: readonly (readonly [label: string, factOf: (vendor: VendorCard) => string])[] = [
  ['Price', ({ price }) => `From ${money(price)}`],
  ['Rating', ratingText],
  ['Place', placeOf],
  ['Your date', ({ date }) => date?.text ?? ''],
  ['Services', servicesOf],
  ['Why they suit your event', ({ reason }) => reason],
  ['What does not fit', ({ drawbacks }) => drawbacks.join(', ')],
];

/** Vendors side by side. A fact that none of them has is left out. */
export function CompareDialog({ vendors, open, onClose }: CompareDialogProps) {
  return (
    <Modal title="Compare vendors" open={open} onCancel={onClose} footer={null} width={760} destroyOnHidden>
      <table className="comparison">
        <thead>
          <tr>
            {vendors.map(({ id, displayName, path }) => (
              <th key={id} scope="col">
                <Link className="link" to={path}>
                  {displayName}
                </Link>
              </th>
            ))}
          </tr>
        </thead>
        {facts
          .filter(([, factOf]) => vendors.some((vendor) => factOf(vendor) !== ''))
          .map(([label, factOf]) => (
            <FactRows key={label} label={label} vendors={vendors} factOf={(vendor) => factOf(vendor) || '–'} />
          ))}
        <FactRows
          label="Book"
          vendors={vendors}
          factOf={({ displayName, bookingPath }) => (
            <Link className="link" to={bookingPath} aria-label={`Book Now: ${displayName}`}>
              Book Now
            </Link>
          )}
        />
      </table>
    </Modal>
  );
}

type FactRowsProps = {
  label: string;
  vendors: readonly VendorCard[];
  factOf: (vendor: VendorCard) => ReactNode;
};

/** The label is above the facts, so that three vendors fit beside each other on a phone. */
function FactRows({ label, vendors, factOf }: FactRowsProps) {
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={vendors.length}>
          {label}
        </th>
      </tr>
      <tr>
        {vendors.map((vendor) => (
          <td key={vendor.id}>{factOf(vendor)}</td>
        ))}
      </tr>
    </tbody>
  );
}
