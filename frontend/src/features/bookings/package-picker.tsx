import { Flex, Radio } from 'antd';
import { type Ref, useImperativeHandle, useRef } from 'react';
import type { CreatorProfile } from '#catalog/contract';
import { money } from '../../platform/money.ts';
import { amount } from '../../platform/text.ts';
import './bookings.css';

export type Package = CreatorProfile['packages'][number];

type PackagePickerProps = {
  packages: readonly Package[];
  /** Passed by Form.Item, like `onChange` and `id`. */
  value?: string;
  onChange?: (id: string) => void;
  id?: string | undefined;
  /** The form calls `focus` if this is its first invalid field. */
  ref?: Ref<{ focus: () => void }>;
};

/** A form field that selects one of the creator's packages. */
export function PackagePicker({ packages, value, onChange, id, ref }: PackagePickerProps) {
  const group = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => ({ focus: () => group.current?.querySelector('input')?.focus() }));
  return (
    <Radio.Group
      ref={group}
      {...(id !== undefined && { id })}
      className="packages"
      vertical
      aria-label="Package"
      value={value}
      onChange={({ target }) => onChange?.(target.value)}
    >
      {packages.map((offer) => (
        <Radio key={offer.id} value={offer.id} className="card opens package">
          <Flex component="span" vertical gap={4}>
            <span className="line">
              <b>{offer.name}</b>
              <span className="money figure">{money(offer.price)}</span>
            </span>
            <span className="small muted">
              {amount(offer.durationHours, 'hour')}
              {offer.deliverables.length > 0 && ` · ${offer.deliverables.join(', ')}`}
            </span>
            {offer.description && <span className="small">{offer.description}</span>}
          </Flex>
        </Radio>
      ))}
    </Radio.Group>
  );
}
