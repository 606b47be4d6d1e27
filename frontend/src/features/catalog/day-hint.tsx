import type { DayState } from '#catalog/contract';
import { dayAfter, daysBetween } from '../../platform/calendar.ts';
import { longDate, shortDate, today } from '../../platform/dates.ts';
import { useCreatorDays } from './availability-api.ts';
import './day-hint.css';

/** How many days before and after a date other dates are looked for, and how many of them are offered. */
const [around, offered] = [21, 3];

type DayHintProps = {
  creatorId: string;
  /** The date that was entered, if any: `YYYY-MM-DD`. */
  date: string | undefined;
  /** How many days the event has. */
  days: number;
  onDate: (date: string) => void;
};

/** Whether a creator is free on the days from a date on, and other dates if not. */
export function DayHint({ creatorId, date, days, onDate }: DayHintProps) {
  const day = date && date >= today() ? date : undefined;
  const earliest = day ? dayAfter(day, -around) : today();
  const from = earliest < today() ? today() : earliest;
  const to = dayAfter(day ?? from, Math.max(around, days - 1));
  const { data } = useCreatorDays(creatorId, { from, to }, day !== undefined);
  const state = day && data && stateFrom(data, day, days);
  return (
    <div className="small day-hint" aria-live="polite">
      {day && state === 'free' && (
        <span className="day-free">{days === 1 ? `Free on ${longDate(day)}` : `Free on all ${days} days`}</span>
      )}
      {day && state === 'unknown' && (
        <span className="muted">The calendar does not say whether this date is free. Ask for it.</span>
      )}
      {day && state === 'busy' && <OtherDates date={day} days={days} states={data ?? {}} onDate={onDate} />}
    </div>
  );
}

type States = Readonly<Record<string, DayState>>;

/** Busy if one of the days from a date on is, free if all are. */
const stateFrom = (states: States, date: string, days: number): DayState => {
  const all = Array.from({ length: days }, (_, day) => states[dayAfter(date, day)] ?? 'unknown');
  if (all.includes('busy')) return 'busy';
  return all.includes('unknown') ? 'unknown' : 'free';
};

type OtherDatesProps = { date: string; days: number; states: States; onDate: (date: string) => void };

function OtherDates({ date, days, states, onDate }: OtherDatesProps) {
  const free = Object.keys(states).filter((day) => stateFrom(states, day, days) === 'free');
  const nearest = free
    .sort((one, other) => Math.abs(daysBetween(date, one)) - Math.abs(daysBetween(date, other)))
    .slice(0, offered)
    .sort((one, other) => one.localeCompare(other));
  return (
    <>
      <span className="day-busy">
        {days === 1 ? `Not available on ${longDate(date)}. ` : 'Not available on all of these days. '}
      </span>
      {nearest.length > 0 ? (
        <span className="day-others">
          Free instead:{' '}
          {nearest.map((day) => (
            <button key={day} type="button" className="day-other" onClick={() => onDate(day)}>
              {shortDate(day)}
            </button>
          ))}
        </span>
      ) : (
        'Please choose another date.'
      )}
    </>
  );
}
