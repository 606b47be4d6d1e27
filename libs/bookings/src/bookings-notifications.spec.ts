import { expect, test } from '@jest/globals';
import { cancellationTexts, reminderTexts } from './bookings-notifications.reactions.ts';

const dates = {
  eventDate: '2026-06-20',
  durationDays: 1,
  timeZone: 'UTC',
  expiresAt: '2026-01-07T14:05:00.000Z',
  depositDueAt: '2026-01-08T09:30:00.000Z',
  balanceDueDate: '2026-06-06',
};

test('a reminder names the instant of a deadline and not only its day', () => {
  const at = '2026-01-02T00:00:00.000Z';
  expect(reminderTexts('request-1-day', dates, at).text).toContain('expires on January 7, 2026, 14:05 UTC.');
  expect(reminderTexts('deposit-2-days', dates, at).text).toContain('Pay it by January 8, 2026, 09:30 UTC.');
  expect(reminderTexts('deposit-2-days', { ...dates, depositDueAt: null }, at).text).toBe(
    'Please pay it before the event on June 20, 2026.',
  );
});

test('a reminder names the instant in the time zone of the event’s place', () => {
  const chicago = { ...dates, timeZone: 'America/Chicago', depositDueAt: '2026-07-08T04:30:00.000Z' };
  const at = '2026-01-02T00:00:00.000Z';
  expect(reminderTexts('request-1-day', chicago, at).text).toContain('expires on January 7, 2026, 08:05 CST.');
  expect(reminderTexts('deposit-2-days', chicago, at).text).toContain('Pay it by July 7, 2026, 23:30 CDT.');
});

test('a reminder of the balance says that it is overdue once its last day has passed', () => {
  expect(reminderTexts('balance-14-days', dates, '2026-06-06T12:00:00.000Z').text).toBe(
    'Please pay it by June 6, 2026, before the event on June 20, 2026.',
  );
  for (const at of ['2026-06-13T12:00:00.000Z', '2026-06-17T12:00:00.000Z'])
    expect(reminderTexts('balance-7-days', dates, at)).toEqual({
      title: 'The balance of your booking is overdue',
      text: 'It was due on June 6, 2026. Please pay it before the event on June 20, 2026.',
    });
});

test('texts about an event of several days name its first and last day', () => {
  const threeDays = { ...dates, durationDays: 3 };
  const at = '2026-01-02T00:00:00.000Z';
  expect(reminderTexts('balance-14-days', threeDays, at).text).toBe(
    'Please pay it by June 6, 2026, before the event from June 20, 2026 to June 22, 2026.',
  );
  const unpaid = (event: typeof dates) => cancellationTexts['deposit-unpaid']?.(event).text;
  expect(unpaid(threeDays)).toBe(
    'The booking of June 20, 2026 to June 22, 2026 was cancelled: the deposit was not paid in time. The days are free again.',
  );
  expect(unpaid(dates)).toBe(
    'The booking of June 20, 2026 was cancelled: the deposit was not paid in time. The date is free again.',
  );
});
