import { expect, test } from '@jest/globals';
import { fieldTexts } from '../../platform/field-texts.ts';
import { bookingFields } from './booking-fields.ts';

const { labelOf, valueText } = fieldTexts(bookingFields);

test.each([
  ['due.deposit', '36000', 'Deposit: $360.00'],
  ['status', 'pending', 'Status: Pending'],
  ['eventDate', '2027-06-19', 'Date of the event: June 19, 2027'],
  ['startTime', '18:30', 'Start time: 6:30 PM'],
  ['depositPaid', 'true', 'Deposit paid: Yes'],
  ['packageName', 'Full day', 'Package: Full day'],
  ['refundTerms', '{"policy":"standard"}', 'Cancellation policy: Standard'],
])('the fact %s of a booking is shown with its label and in words', (name, value, line) =>
  expect(`${labelOf(name)}: ${valueText(name, value)}`).toBe(line),
);
