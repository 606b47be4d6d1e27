import { Checkbox, Input, Slider } from 'antd';
import { useEffect, useId, useState } from 'react';
import { type EventType, eventTypes } from '#leads/contract';
import { eventTypeName } from '../../shared/event-type.ts';
import { shortMoney } from '../../shared/money.ts';
import '../../shared/sheet.css';
import { choiceCount, type LeadChoice, noChoice, topBudget } from './lead-choice.ts';

type LeadFiltersProps = { choice: LeadChoice; onChange: (choice: LeadChoice) => void };

/** What leads to show. Every change counts at once. */
export function LeadFilters({ choice, onChange }: LeadFiltersProps) {
  const set = (change: Partial<LeadChoice>) => onChange({ ...choice, ...change });
  return (
    <search className="filters" aria-label="Leads">
      <Types chosen={choice.eventTypes} onChange={(types) => set({ eventTypes: types })} />
      <Budget budget={choice.budget} onChange={(budget) => set({ budget })} />
      <Place location={choice.location} onChange={(location) => set({ location })} />
      <Dates from={choice.from} to={choice.to} onChange={set} />
      {choiceCount(choice) > 0 && (
        <button type="button" className="button" onClick={() => onChange(noChoice)}>
          Clear filters
        </button>
      )}
    </search>
  );
}

function Types({ chosen, onChange }: { chosen: readonly EventType[]; onChange: (types: EventType[]) => void }) {
  return (
    <fieldset>
      <legend className="eyebrow">Event type</legend>
      <Checkbox.Group<EventType>
        className="checks"
        value={[...chosen]}
        onChange={onChange}
        options={eventTypes.map((type) => ({ value: type, label: eventTypeName(type) }))}
      />
    </fieldset>
  );
}

const upTo = (dollars: number): string => `${shortMoney(dollars * 100)}${dollars >= topBudget ? '+' : ''}`;

type BudgetProps = { budget: LeadChoice['budget']; onChange: (budget: LeadChoice['budget']) => void };

function Budget({ budget: [from, to], onChange }: BudgetProps) {
  const [range, setRange] = useState([from, to]);
  useEffect(() => setRange([from, to]), [from, to]);
  const [low = 0, high = topBudget] = range;
  return (
    <fieldset>
      <legend className="eyebrow">Budget</legend>
      <Slider
        range
        min={0}
        max={topBudget}
        step={500}
        value={[low, high]}
        tooltip={{ open: false }}
        ariaLabelForHandle={['Lowest budget', 'Highest budget']}
        ariaValueTextFormatterForHandle={upTo}
        onChange={setRange}
        onChangeComplete={([min = 0, max = topBudget]) => onChange([min, max])}
      />
      <span className="small num">
        {upTo(low)} to {upTo(high)}
      </span>
    </fieldset>
  );
}

const typing = 350;

function Place({ location, onChange }: { location: string; onChange: (location: string) => void }) {
  const id = useId();
  const [text, setText] = useState(location);
  useEffect(() => setText(location), [location]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the typing starts the wait.
  useEffect(() => {
    if (text.trim() === location) return;
    const pause = setTimeout(() => onChange(text.trim()), typing);
    return () => clearTimeout(pause);
  }, [text]);
  return (
    <div className="field">
      <label className="eyebrow" htmlFor={id}>
        Location
      </label>
      <Input
        id={id}
        value={text}
        placeholder="City or state"
        maxLength={120}
        allowClear
        onChange={({ target }) => setText(target.value)}
      />
    </div>
  );
}

type DatesProps = Pick<LeadChoice, 'from' | 'to'> & { onChange: (change: Partial<LeadChoice>) => void };

function Dates({ from, to, onChange }: DatesProps) {
  return (
    <fieldset>
      <legend className="eyebrow">Event date</legend>
      <Day name="From" value={from} max={to} onChange={(day) => onChange({ from: day })} />
      <Day name="To" value={to} min={from} onChange={(day) => onChange({ to: day })} />
    </fieldset>
  );
}

type DayProps = { name: string; value: string; min?: string; max?: string; onChange: (day: string) => void };

function Day({ name, value, min, max, onChange }: DayProps) {
  const id = useId();
  return (
    <div className="dated">
      <label className="small muted" htmlFor={id}>
        {name}
      </label>
      <Input
        id={id}
        type="date"
        value={value}
        min={min || undefined}
        max={max || undefined}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}
