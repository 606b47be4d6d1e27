import { expect, test } from '@jest/globals';
import { openBookingsText } from './bookings.queries.ts';

test('the message for a person with open bookings names which have to end, and says that reported problems have to be resolved', () => {
  const text =
    'You have a booking on June 20, 2026 that is confirmed or paid for. You can delete your account once it has ended: bookings are completed after their event, or you cancel them before.';
  expect(openBookingsText(['2026-06-20'], 0)).toBe(text);
  expect(openBookingsText(['2026-06-20'], 1)).toBe(
    `${text} Problems that are reported with them have to be resolved first.`,
  );
});
