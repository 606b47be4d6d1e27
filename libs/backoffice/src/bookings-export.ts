import { aggregate, type Nothing, refuse } from '#kernel';

/**
 * What was exported: the filters that are no personal data with their values, and the names of the others. Who exported
 * it is in the envelope.
 */
type Export = {
  format: 'csv' | 'json';
  filters: Readonly<Record<string, string | number>>;
  personalFilters: readonly string[];
};

export type BookingsExportCommands = { record: Export };
export type BookingsExportEvents = { BookingsExported: Export };

/** One export of the list of all bookings. */
export const bookingsExport = aggregate<BookingsExportCommands, BookingsExportEvents, Nothing, 'bookings-export'>({
  stream: 'bookings-export',
  initial: {},
  decide: {
    record(_, { facts, by }) {
      if (by.kind !== 'staff') refuse('bookings-export-not-allowed', 'Only staff can export bookings');
      return [{ type: 'BookingsExported', data: facts }];
    },
  },
  evolve: { BookingsExported: (state) => state },
});
