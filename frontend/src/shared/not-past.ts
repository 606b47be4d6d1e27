import { today } from './dates.ts';

/** A form rule beside the schema's: contracts know no clock. */
export const notPast = {
  validator: (_: unknown, date?: string): Promise<void> =>
    !date || date >= today()
      ? Promise.resolve()
      : Promise.reject(new Error('Please choose an event date that has not passed')),
};
