import { longDate, shortDate, today } from '../../platform/dates.ts';
import { useCreatorDays } from './availability-api.ts';
import { type DayStates, otherDates, periodAround, stateFrom } from './other-dates.ts';
import './day-hint.css';

type DayHintProps = {
  creatorId: string;
  /** The date that was entered, if any: `YYYY-MM-DD`. */
  date: string | undefined;
  /** How many days the event has. */
  days: number;
  onDate: (date: string) => void;
};

/** Shows whether a creator is free on the days of an event, and suggests other dates if not. */
export function DayHint({ creatorId, date, days, onDate }: DayHintProps) {
  const day = date && date >= today() ? date : undefined;
  const period = { ...periodAround(day ?? today(), days, today()), today: today() };
  const { data } = useCreatorDays(creatorId, period, day !== undefined);
  const state = day && data && stateFrom(data, day, days);
  return (
    <div className="small day-hint" aria-live="polite">
      {day && state === 'free' && (
        <span className="day-free">{days === 1 ? `Free on ${longDate(day)}` : `Free on all ${days} days`}</span>
      )}
      {day && state === 'unknown' && (
        <span className="muted">
          {`This professional hasn’t said whether ${days === 1 ? 'this date is' : 'these days are'} free. You can still request ${days === 1 ? 'it' : 'them'}.`}
        </span>
      )}
      {day && state === 'busy' && <OtherDates date={day} days={days} states={data ?? {}} onDate={onDate} />}
    </div>
  );
}

type OtherDatesProps = { date: string; days: number; states: DayStates; onDate: (date: string) => void };

function OtherDates({ date, days, states, onDate }: OtherDatesProps) {
  const nearest = otherDates(states, date, days);
  return (
    <>
      <span className="day-busy">
        {days === 1 ? `Not available on ${longDate(date)}. ` : 'Not available on at least one of these days. '}
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
