import { useId } from 'react';
import type { CreatorProfile } from '#catalog/contract';
import { money } from '../../platform/money.ts';

export type Package = CreatorProfile['packages'][number];

type PackagePickerProps = {
  packages: readonly Package[];
  value?: string;
  onChange?: (id: string) => void;
  /** Given by the form's field. */
  id?: string;
};

/** One of the creator's packages. A field of a form. */
export function PackagePicker({ packages, value, onChange, id }: PackagePickerProps) {
  const name = useId();
  return (
    <div className="packages" role="radiogroup" aria-label="Package" id={id}>
      {packages.map((offer) => (
        <label key={offer.id} className={value === offer.id ? 'package choice chosen' : 'package choice'}>
          <input
            type="radio"
            name={name}
            value={offer.id}
            checked={value === offer.id}
            onChange={() => onChange?.(offer.id)}
          />
          <span className="package-body">
            <span className="package-top">
              <b>{offer.name}</b>
              <span className="money figure">{money(offer.price)}</span>
            </span>
            <span className="small muted">
              {offer.durationHours} {offer.durationHours === 1 ? 'hour' : 'hours'}
              {offer.deliverables.length > 0 && ` · ${offer.deliverables.join(', ')}`}
            </span>
            {offer.description && <span className="small">{offer.description}</span>}
          </span>
        </label>
      ))}
    </div>
  );
}
