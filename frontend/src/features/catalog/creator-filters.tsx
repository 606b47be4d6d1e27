import { Input, Select } from 'antd';
import { type ReactNode, useId } from 'react';
import { serviceTypes } from '#catalog/contract';
import { today } from '../../platform/dates.ts';
import type { CreatorSearch } from './creator-filter.ts';
import './creator-filters.css';

const services = [
  { value: '', label: 'All services' },
  ...Object.entries(serviceTypes).map(([value, label]) => ({ value, label })),
];
const sorts = [
  { value: 'newest', label: 'Newest first' },
  { value: 'price', label: 'Lowest price first' },
  { value: 'experience', label: 'Most experienced first' },
];

type CreatorFiltersProps = { search: CreatorSearch; onChange: (change: Partial<CreatorSearch>) => void };

/** The filters of the search for creators. A text applies when it is entered, everything else at once. */
export function CreatorFilters({ search, onChange }: CreatorFiltersProps) {
  return (
    <search className="creator-search">
      <Input.Search
        key={search.q}
        className="creator-text"
        defaultValue={search.q}
        onSearch={(text) => onChange({ q: text.trim() })}
        enterButton="Search"
        placeholder="Search photographers, videographers, vendors..."
        aria-label="Search creators"
        allowClear
        maxLength={120}
      />
      <Field label="Service">
        {(id) => (
          <Select id={id} value={search.service} options={services} onChange={(service) => onChange({ service })} />
        )}
      </Field>
      <Field label="Location">
        {(id) => (
          <TextField
            id={id}
            value={search.location}
            placeholder="Austin, TX"
            onEnter={(location) => onChange({ location })}
          />
        )}
      </Field>
      <Field label="Price from">
        {(id) => <PriceField id={id} value={search.minPrice} onEnter={(minPrice) => onChange({ minPrice })} />}
      </Field>
      <Field label="Price to">
        {(id) => <PriceField id={id} value={search.maxPrice} onEnter={(maxPrice) => onChange({ maxPrice })} />}
      </Field>
      <Field label="Free on">
        {(id) => (
          <Input
            id={id}
            type="date"
            min={today()}
            value={search.date}
            onChange={({ target }) => onChange({ date: target.value })}
          />
        )}
      </Field>
      <Field label="Sort by">
        {(id) => <Select id={id} value={search.sort} options={sorts} onChange={(sort) => onChange({ sort })} />}
      </Field>
    </search>
  );
}

function Field({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className="creator-filter">
      <label className="small muted" htmlFor={id}>
        {label}
      </label>
      {children(id)}
    </div>
  );
}

type EnteredProps = { id: string; value: string; placeholder?: string; onEnter: (value: string) => void };

/** A text that applies when the user leaves the field or presses Enter. */
function TextField({ id, value, placeholder, onEnter }: EnteredProps) {
  return (
    <Input
      key={value}
      id={id}
      defaultValue={value}
      placeholder={placeholder ?? ''}
      maxLength={120}
      allowClear
      onBlur={({ target }) => enter(target.value.trim(), value, onEnter)}
      onPressEnter={({ currentTarget }) => enter(currentTarget.value.trim(), value, onEnter)}
      onClear={() => onEnter('')}
    />
  );
}

function PriceField({ id, value, onEnter }: EnteredProps) {
  return (
    <Input
      key={value}
      id={id}
      defaultValue={value}
      prefix="$"
      inputMode="numeric"
      maxLength={6}
      onBlur={({ target }) => enter(target.value.replace(/\D/g, ''), value, onEnter)}
      onPressEnter={({ currentTarget }) => enter(currentTarget.value.replace(/\D/g, ''), value, onEnter)}
    />
  );
}

const enter = (next: string, current: string, onEnter: (value: string) => void): void => {
  if (next !== current) onEnter(next);
};
