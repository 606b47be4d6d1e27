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
  onDate: (date: string) => void;
};

/** Whether a creator is free on a date, and other dates if not. */
export function DayHint({ creatorId, date, onDate }: DayHintProps) {
  const day = date && date >= today() ? date : undefined;
  const earliest = day ? dayAfter(day, -around) : today();
  const from = earliest < today() ? today() : earliest;
  const { data } = useCreatorDays(creatorId, { from, to: dayAfter(day ?? from, around) }, day !== undefined);
  const state = day && data?.[day];
  return (
    <div className="small day-hint" aria-live="polite">
      {day && state === 'free' && <span className="day-free">{`Free on ${longDate(day)}`}</span>}
      {day && state === 'unknown' && (
        <span className="muted">The calendar does not say whether this date is free. Ask for it.</span>
      )}
      {day && state === 'busy' && <OtherDates date={day} days={data ?? {}} onDate={onDate} />}
    </div>
  );
}

type OtherDatesProps = { date: string; days: Readonly<Record<string, DayState>>; onDate: (date: string) => void };

function OtherDates({ date, days, onDate }: OtherDatesProps) {
  const free = Object.keys(days).filter((day) => days[day] === 'free');
  const nearest = free
    .sort((one, other) => Math.abs(daysBetween(date, one)) - Math.abs(daysBetween(date, other)))
    .slice(0, offered)
    .sort((one, other) => one.localeCompare(other));
  return (
    <>
      <span className="day-busy">{`Not available on ${longDate(date)}. `}</span>
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
