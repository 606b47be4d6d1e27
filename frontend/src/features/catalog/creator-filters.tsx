import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react';
import { serviceTypes } from '#catalog/contract';
import { isCalendarDay } from '../../platform/calendar.ts';
import { today } from '../../platform/dates.ts';
import { type CreatorSearch, paramsOf, searchFrom } from './creator-filter.ts';
import './creator-filters.css';

const services = { '': 'All services', ...serviceTypes };
const sorts = {
  newest: 'Newest',
  rating: 'Highest rated',
  price: 'Lowest price',
  experience: 'Most experienced',
};

type CreatorFiltersProps = { search: CreatorSearch; onChange: (search: CreatorSearch) => void };

const enteredSearch = (form: HTMLFormElement): CreatorSearch =>
  searchFrom(new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)])));

/**
 * The filters of the search for creators. A text applies when the user leaves the field or presses Enter, everything
 * else at once. Without scripts the form opens the page with the search in its address.
 */
export function CreatorFilters({ search, onChange }: CreatorFiltersProps) {
  const form = useRef<HTMLFormElement>(null);
  const apply = () => {
    const next = form.current && enteredSearch(form.current);
    if (next && paramsOf(next).toString() !== paramsOf(search).toString()) onChange(next);
  };
  // What was chosen before the page's code was loaded applies now; a text that is still being typed, when it is left.
  const applyFirst = useEffectEvent(() => {
    if (!form.current?.contains(document.activeElement) || document.activeElement instanceof HTMLSelectElement) apply();
  });
  useEffect(() => applyFirst(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    apply();
  };
  return (
    <search>
      <form ref={form} className="creator-search" action="/creators" onSubmit={submit}>
        <div className="creator-text">
          <TextField
            name="q"
            type="search"
            value={search.q}
            placeholder="Search photographers, videographers, vendors..."
            label="Search creators"
            onLeave={apply}
          />
          <button type="submit" className="button primary">
            Search
          </button>
        </div>
        <Field label="Service">
          {(id) => <Choice id={id} name="service" value={search.service} options={services} onChange={apply} />}
        </Field>
        <Field label="Location">
          {(id) => (
            <TextField id={id} name="location" value={search.location} placeholder="Austin, TX" onLeave={apply} />
          )}
        </Field>
        <Field label="Price from">
          {(id) => <PriceField id={id} name="minPrice" value={search.minPrice} onLeave={apply} />}
        </Field>
        <Field label="Price to">
          {(id) => <PriceField id={id} name="maxPrice" value={search.maxPrice} onLeave={apply} />}
        </Field>
        <Field label="Free on">{(id) => <DateField id={id} value={search.date} onLeave={apply} />}</Field>
        <Field label="Sort by">
          {(id) => <Choice id={id} name="sort" value={search.sort} options={sorts} onChange={apply} />}
        </Field>
      </form>
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

/** When the value in the URL changes, for example on the back button, it replaces what the field shows. */
const useValueFromAddress = (value: string) => {
  const field = useRef<HTMLInputElement & HTMLSelectElement>(null);
  const shown = useRef(value);
  useEffect(() => {
    // Keeps what was entered before the page's code was loaded.
    if (shown.current === value) return;
    shown.current = value;
    if (field.current) field.current.value = value;
  }, [value]);
  return field;
};

type ChoiceProps = {
  id: string;
  name: string;
  value: string;
  options: Readonly<Record<string, string>>;
  onChange: () => void;
};

function Choice({ id, name, value, options, onChange }: ChoiceProps) {
  const field = useValueFromAddress(value);
  return (
    <select ref={field} id={id} name={name} className="field" defaultValue={value} onChange={onChange}>
      {Object.entries(options).map(([key, label]) => (
        <option key={key} value={key}>
          {label}
        </option>
      ))}
    </select>
  );
}

type EnteredProps = { id?: string; name: string; value: string; onLeave: () => void };
type TextFieldProps = EnteredProps & { type?: 'text' | 'search'; placeholder?: string; label?: string };

function TextField({ value, label, type = 'text', onLeave, ...field }: TextFieldProps) {
  return (
    <input
      {...field}
      ref={useValueFromAddress(value)}
      className="field"
      type={type}
      defaultValue={value}
      aria-label={label}
      maxLength={120}
      onBlur={onLeave}
    />
  );
}

const digitsOnly = (event: FormEvent<HTMLInputElement>): void => {
  event.currentTarget.value = event.currentTarget.value.replace(/\D/g, '');
};

function PriceField({ value, onLeave, ...field }: EnteredProps) {
  return (
    <span className="field price">
      <span aria-hidden="true">$</span>
      <input
        {...field}
        ref={useValueFromAddress(value)}
        defaultValue={value}
        inputMode="numeric"
        maxLength={6}
        onInput={digitsOnly}
        onBlur={onLeave}
      />
    </span>
  );
}

/** Applies once the date is complete, or when the field is left. */
function DateField({ id, value, onLeave }: { id: string; value: string; onLeave: () => void }) {
  const onKeyUp = ({ key }: KeyboardEvent) => {
    if (key === 'Enter') onLeave();
  };
  return (
    <input
      ref={useValueFromAddress(value)}
      id={id}
      name="date"
      className="field"
      type="date"
      min={today()}
      // The server may have rendered the page on the day before.
      suppressHydrationWarning
      defaultValue={value}
      onChange={({ target }) => isCalendarDay(target.value) && onLeave()}
      onKeyUp={onKeyUp}
      onBlur={onLeave}
    />
  );
}
