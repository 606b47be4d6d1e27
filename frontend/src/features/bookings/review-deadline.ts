import { amount } from '../../platform/text.ts';

const day = 86_400_000;

/**
 * How long something can still be done, in whole days that have begun: `12 days left`, on the last day `1 day left`.
 */
export const daysLeft = (until: string, now: number = Date.now()): string => {
  const days = Math.max(1, Math.ceil((Date.parse(until) - now) / day));
  return `${amount(days, 'day')} left`;
};
