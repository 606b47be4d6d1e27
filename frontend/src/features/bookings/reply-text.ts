const count = (number: number, unit: string): string => (number === 1 ? `1 ${unit}` : `${number} ${unit}s`);

/** `Usually replies within 3 hours`, rounded up. */
export const replyText = (minutes: number): string => {
  if (minutes <= 60) return 'Usually replies within an hour';
  const hours = Math.ceil(minutes / 60);
  return `Usually replies within ${hours <= 24 ? count(hours, 'hour') : count(Math.ceil(hours / 24), 'day')}`;
};
