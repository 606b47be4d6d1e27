import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { monthAfter, monthName, weeksOf } from '../platform/calendar.ts';
import './month-view.css';

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

type MonthViewProps = {
  /** The month that is shown, and the first and the last one that can be shown: `YYYY-MM`. */
  month: string;
  first: string;
  last: string;
  onMonth: (month: string) => void;
  busy?: boolean;
  /** What is shown for a day: `YYYY-MM-DD`. */
  day: (day: string) => ReactNode;
};

/**
 * One month as a table, with buttons to the months before and after. Ant Design's Calendar cannot be used by keyboard.
 */
export function MonthView({ month, first, last, onMonth, busy, day }: MonthViewProps) {
  const id = useId();
  return (
    <div className="month">
      <div className="month-top">
        <button
          type="button"
          className="button quiet"
          aria-label="Previous month"
          disabled={month <= first}
          onClick={() => onMonth(monthAfter(month, -1))}
        >
          <ChevronLeft aria-hidden="true" />
        </button>
        <p id={id} className="month-name" aria-live="polite">
          {monthName(month)}
        </p>
        <button
          type="button"
          className="button quiet"
          aria-label="Next month"
          disabled={month >= last}
          onClick={() => onMonth(monthAfter(month))}
        >
          <ChevronRight aria-hidden="true" />
        </button>
      </div>
      <table aria-labelledby={id} aria-busy={busy}>
        <thead>
          <tr>
            {weekdays.map((name) => (
              <th key={name} scope="col" abbr={name}>
                <span aria-hidden="true">{name.slice(0, 2)}</span>
                <span className="unseen">{name}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week, row) => (
            <tr key={week.find(Boolean)}>
              {/* Days of other months have no identity but their column. */}
              {week.map((date, column) => (
                <td key={date ?? `${row}-${column}`}>{date && day(date)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type MonthLegendProps = {
  /** The meaning of each state of a day, by the state's CSS class. */
  states: Readonly<Record<string, string>>;
};

/** What the marks of the days mean. */
export function MonthLegend({ states }: MonthLegendProps) {
  return (
    <ul className="month-legend" aria-label="Legend">
      {Object.entries(states).map(([state, text], i) => (
        <li key={state}>
          <span className={`month-day ${state}`} aria-hidden="true">
            {i + 1}
          </span>
          {text}
        </li>
      ))}
    </ul>
  );
}
