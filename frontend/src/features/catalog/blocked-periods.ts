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
