import type { AvailabilitySettings } from '#catalog/contract';
import { dayAfter } from '../../platform/calendar.ts';

export type BlockedPeriod = AvailabilitySettings['blocked'][number];

const contains = ({ from, to }: BlockedPeriod, day: string): boolean => from <= day && day <= to;

/** The period that blocks this day. */
export const periodOf = (periods: readonly BlockedPeriod[], day: string): BlockedPeriod | undefined =>
  periods.find((period) => contains(period, day));

/** The periods by their first day. */
export const inOrder = (periods: readonly BlockedPeriod[]): BlockedPeriod[] =>
  [...periods].sort((one, other) => one.from.localeCompare(other.from) || one.to.localeCompare(other.to));

/**
 * Blocks a free day, or makes a blocked one free. If the day was part of a longer period, the rest of the period stays
 * blocked with its reason.
 */
export const withDayToggled = (periods: readonly BlockedPeriod[], day: string): BlockedPeriod[] => {
  if (!periodOf(periods, day)) return inOrder([...periods, { from: day, to: day, reason: null }]);
  const remaining = periods.flatMap((period) => {
    if (!contains(period, day)) return [period];
    const before = { ...period, to: dayAfter(day, -1) };
    const after = { ...period, from: dayAfter(day) };
    return [before, after].filter(({ from, to }) => from <= to);
  });
  return inOrder(remaining);
};

/**
 * The same blocked days in fewer periods: periods with the same reason that overlap or follow each other are one, and
 * those that ended before yesterday are left out. Yesterday may still be today somewhere else.
 */
export const condensed = (periods: readonly BlockedPeriod[], today: string): BlockedPeriod[] => {
  const latest = new Map<string | null, BlockedPeriod>();
  const current = periods.filter(({ to }) => to >= dayAfter(today, -1));
  return inOrder(current).flatMap((period) => {
    const last = latest.get(period.reason);
    if (last && period.from <= dayAfter(last.to)) {
      if (period.to > last.to) last.to = period.to;
      return [];
    }
    const next = { ...period };
    latest.set(period.reason, next);
    return [next];
  });
};
