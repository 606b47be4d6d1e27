/** The database has no year 0, and the days after a date must still have four digits in their year. */
export const [firstDay, lastDay] = ['1900-01-01', '2999-12-31'] as const;
