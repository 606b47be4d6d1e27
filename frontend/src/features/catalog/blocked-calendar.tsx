import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { OwnAvailability } from '#catalog/contract';
import { dayAfter, dayName, firstDayOf, monthAfter, monthOf } from '../../platform/calendar.ts';
import { today } from '../../platform/dates.ts';
import { amount } from '../../platform/text.ts';
import { MonthLegend, MonthView } from '../../ui/month-view.tsx';
import { type BlockedPeriod, periodOf, withDayToggled } from './blocked-periods.ts';

const monthsAhead = 36;

/** How many days the focus moves with each key. */
const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

type BlockedCalendarProps = {
  blocked: readonly BlockedPeriod[];
  booked: OwnAvailability['booked'];
  onChange: (blocked: readonly BlockedPeriod[]) => void;
};

/** A calendar in which a click blocks a day or makes it free again. The arrow keys move from day to day. */
export function BlockedCalendar({ blocked, booked, onChange }: BlockedCalendarProps) {
  const now = today();
  const first = monthOf(now);
  const last = monthAfter(first, monthsAhead);
  const [focused, setFocused] = useState(now);
  const month = monthOf(focused);
  const table = useRef<HTMLDivElement>(null);
  const moved = useRef(false);

  useEffect(() => {
    if (moved.current) table.current?.querySelector<HTMLElement>(`[data-day="${focused}"]`)?.focus();
    moved.current = false;
  }, [focused]);

  const showMonth = (next: string) => setFocused(next === first ? now : firstDayOf(next));
  const move = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const day = dayAfter(focused, step);
    if (day < now || monthOf(day) > last) return;
    moved.current = true;
    setFocused(day);
  };
  const bookingsOn = (day: string) => booked.find(({ date }) => date === day)?.bookings ?? 0;

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the buttons inside.
    <div ref={table} onKeyDown={move}>
      <MonthView
        month={month}
        first={first}
        last={last}
        onMonth={showMonth}
        day={(day) => (
          <button
            type="button"
            data-day={day}
            className={classOf(periodOf(blocked, day) !== undefined, bookingsOn(day))}
            aria-pressed={periodOf(blocked, day) !== undefined}
            aria-label={labelOf(day, bookingsOn(day))}
            tabIndex={day === focused ? 0 : -1}
            disabled={day < now}
            onClick={() => {
              setFocused(day);
              onChange(withDayToggled(blocked, day));
            }}
          >
            {Number(day.slice(8))}
          </button>
        )}
      />
      <MonthLegend states={{ blocked: 'Blocked', booked: 'Booked' }} />
    </div>
  );
}

const classOf = (isBlocked: boolean, bookings: number): string =>
  ['month-day', isBlocked && 'blocked', !isBlocked && bookings > 0 && 'booked'].filter(Boolean).join(' ');

const labelOf = (day: string, bookings: number): string => {
  if (bookings === 0) return `Block ${dayName(day)}`;
  return `Block ${dayName(day)}, ${amount(bookings, 'booking')}`;
};
