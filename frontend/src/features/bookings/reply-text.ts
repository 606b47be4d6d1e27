import { amount } from '../../platform/text.ts';

/** `Usually replies within 3 hours`, rounded up. */
export const replyText = (minutes: number): string => {
  if (minutes <= 60) return 'Usually replies within an hour';
  const hours = Math.ceil(minutes / 60);
  return `Usually replies within ${hours <= 24 ? amount(hours, 'hour') : amount(Math.ceil(hours / 24), 'day')}`;
};
