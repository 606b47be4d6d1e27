import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { DayState } from '#catalog/contract';
import { dayName, monthAfter, monthOf, periodOf } from '../../platform/calendar.ts';
import { useToday } from '../../platform/today.ts';
import { MonthLegend, MonthView } from '../../ui/month-view.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useCreatorDays } from './availability-api.ts';

/** How many months ahead the calendar can be shown. */
const monthsAhead = 24;

const stateNames: Readonly<Record<DayState, string>> = { free: 'free', busy: 'not available', unknown: 'unknown' };
const legend: typeof stateNames = {
  free: 'Free',
  busy: 'Not available',
  unknown: 'Unknown: you can still request it',
};

/** The days on which a creator is free, month by month. A free day leads to the booking form. */
export function AvailabilityCalendar({ creatorId }: { creatorId: string }) {
  const today = useToday();
  const first = monthOf(today);
  const [chosen, setMonth] = useState<string>();
  const month = chosen ?? first;
  const { data, error, isFetching, refetch } = useCreatorDays(creatorId, { ...periodOf(month), today });
  if (error && !data)
    return <ErrorState what="The calendar could not be loaded" error={error} onRetry={() => void refetch()} />;
  return (
    <section className="card pad availability" aria-label="Availability">
      <MonthView
        month={month}
        first={first}
        last={monthAfter(first, monthsAhead)}
        onMonth={setMonth}
        busy={isFetching}
        day={(date) => <Day creatorId={creatorId} date={date} state={data?.[date] ?? 'unknown'} />}
      />
      <MonthLegend states={legend} />
    </section>
  );
}

function Day({ creatorId, date, state }: { creatorId: string; date: string; state: DayState }) {
  const number = Number(date.slice(8));
  if (state === 'free')
    return (
      <Link
        className="month-day free"
        to={`/bookings/create?creator=${creatorId}&date=${date}`}
        aria-label={`${dayName(date)}, free: book this date`}
      >
        {number}
      </Link>
    );
  return (
    <span className={`month-day ${state}`}>
      <span aria-hidden="true">{number}</span>
      <span className="unseen">{`${dayName(date)}, ${stateNames[state]}`}</span>
    </span>
  );
}
