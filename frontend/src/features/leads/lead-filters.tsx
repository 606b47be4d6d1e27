import { Button, Checkbox, Flex, Slider } from 'antd';
import { type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react';
import { eventTypes } from '#leads/contract';
import { shortMoney } from '../../platform/money.ts';
import { titleCase } from '../../platform/text.ts';
import { appliedText, differs, draftAfter } from './filter-draft.ts';
import { activeFilterCount, appliedDay, type LeadFilter, noFilter, topBudget } from './lead-filter.ts';
import './leads.css';

type Change = (change: Partial<LeadFilter>) => void;

/** The filters of the list of leads. Every change applies at once. */
export function LeadFilters({ filter, onChange: change }: PartProps) {
  return (
    <Flex component="search" className="filters" vertical gap={22} aria-label="Leads">
      <Types filter={filter} onChange={change} />
      <Budget filter={filter} onChange={change} />
      <Place filter={filter} onChange={change} />
      <Group name="Event date">
        <Day name="From" value={filter.from} max={filter.to} onChange={(from) => change({ from })} />
        <Day name="To" value={filter.to} min={filter.from} onChange={(to) => change({ to })} />
      </Group>
      {activeFilterCount(filter) > 0 && (
        <Button onClick={() => change({ ...noFilter, sort: filter.sort })}>Clear filters</Button>
      )}
    </Flex>
  );
}

type PartProps = { filter: LeadFilter; onChange: Change };

function Group({ name, children }: { name: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend className="eyebrow">{name}</legend>
      {children}
    </fieldset>
  );
}

function Types({ filter: { eventTypes: chosen }, onChange }: PartProps) {
  return (
    <Group name="Event type">
      <Checkbox.Group
        value={[...chosen]}
        options={eventTypes.map((type) => ({ value: type, label: titleCase(type) }))}
        onChange={(types) => onChange({ eventTypes: eventTypes.filter((type) => types.includes(type)) })}
      />
    </Group>
  );
}

/** How long a value must stay unchanged before it is applied, in milliseconds. */
const pause = 350;

/** A value that is applied once the user stops changing it. Drafts with the same `applied` value are the same. */
function useDebounced<T>(value: T, onSettled: (value: T) => void, applied?: (value: T) => T): [T, (value: T) => void] {
  const [draft, setDraft] = useState(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: values are compared by their text.
  useEffect(() => setDraft((current) => draftAfter(current, value, applied)), [String(value)]);
  // Reads the rest of the filter as it is after the pause, not before.
  const settle = useEffectEvent(() => {
    if (differs(draft, value, applied)) onSettled(draft);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the draft starts the wait.
  useEffect(() => {
    const wait = setTimeout(settle, pause);
    return () => clearTimeout(wait);
  }, [draft]);
  return [draft, setDraft];
}

const step = 500;
const upTo = (dollars: number): string => `${shortMoney(dollars * 100)}${dollars >= topBudget ? '+' : ''}`;

function Budget({ filter: { budget }, onChange }: PartProps) {
  const [[low, high], setBudget] = useDebounced(budget, (next) => onChange({ budget: next }));
  return (
    <Group name="Budget">
      <Slider
        range
        min={0}
        max={topBudget}
        step={step}
        value={[low, high]}
        tooltip={{ open: false }}
        ariaLabelForHandle={['Minimum budget', 'Maximum budget']}
        ariaValueTextFormatterForHandle={(dollars) => upTo(dollars)}
        onChange={([from = low, to = high]) => setBudget([from, to])}
      />
      <span className="small num">
        {upTo(low)} to {upTo(high)}
      </span>
    </Group>
  );
}

function Place({ filter: { location }, onChange }: PartProps) {
  const id = useId();
  const [text, setText] = useDebounced(location, (place) => onChange({ location: appliedText(place) }), appliedText);
  return (
    <div className="field">
      <label className="eyebrow" htmlFor={id}>
        Location
      </label>
      <input
        id={id}
        type="search"
        className="input"
        value={text}
        placeholder="City or state"
        maxLength={120}
        onChange={({ target }) => setText(target.value)}
      />
    </div>
  );
}

type DayProps = { name: string; value: string; min?: string; max?: string; onChange: (day: string) => void };

function Day({ name, value, min, max, onChange }: DayProps) {
  const id = useId();
  const [day, setDay] = useDebounced(value, (next) => onChange(appliedDay(next)), appliedDay);
  return (
    <div className="dated">
      <label className="small muted" htmlFor={id}>
        {name}
      </label>
      <input
        id={id}
        type="date"
        className="input"
        value={day}
        min={min || undefined}
        max={max || undefined}
        onChange={({ target }) => setDay(target.value)}
        onBlur={() => setDay(appliedDay(day))}
      />
    </div>
  );
}
