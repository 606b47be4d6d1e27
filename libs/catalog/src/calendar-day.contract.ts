import { z } from 'zod';

/** The database has no year 0, and the days after a date must still have four digits in their year. */
const [firstDay, lastDay] = ['1900-01-01', '2999-12-31'];

/** A day, YYYY-MM-DD. `missing` is the message if it is no date. */
export const calendarDay = (missing = 'Please enter a date, like 2027-06-20') =>
  z.iso
    .date({ error: missing, abort: true })
    .refine((day) => day <= lastDay, { error: 'Please choose a date before the year 3000' })
    .refine((day) => day >= firstDay, { error: 'Please choose a date after the year 1899' });
