/** The database has no year 0, and the days after a date must still have four digits in their year. */
export const [firstDay, lastDay] = ['1900-01-01', '2999-12-31'] as const;

/** Whether a text is a day of the calendar, YYYY-MM-DD, that a request may contain. */
export const isCalendarDay = (text: string): boolean => {
  const isInRange = /^\d{4}-\d{2}-\d{2}$/.test(text) && firstDay <= text && text <= lastDay;
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  return isInRange && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
};

const daysIn = (year: number, month: number): number => {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
};
