import { expect, test } from '@jest/globals';
import { busyPeriods, CalendarUnreadable } from './busy-periods.ts';
import { calendarText } from './calendar-text.ts';

const calendar = (entries: readonly (readonly string[])[], head: readonly string[] = []): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Test//EN',
    ...head,
    ...entries.flatMap((lines, i) => ['BEGIN:VEVENT', `UID:${i}`, ...lines, 'END:VEVENT']),
    'END:VCALENDAR',
    '',
  ].join('\r\n');
/** With a limit that a slow machine does not reach. */
const busyIn = (text: string) => busyPeriods(text, '2027-06-01', '2027-07-31', 60_000);
const busy = (entries: readonly (readonly string[])[], head?: readonly string[]) => busyIn(calendar(entries, head));

test('an entry of whole days is busy until the day before its end', () => {
  expect(busy([['DTSTART;VALUE=DATE:20270610', 'DTEND;VALUE=DATE:20270613']])).toEqual([['2027-06-10', '2027-06-12']]);
  expect(busy([['DTSTART;VALUE=DATE:20270610']])).toEqual([['2027-06-10', '2027-06-10']]);
});

test('an entry with times is busy on each of its days, and not on the one at whose start it ends', () => {
  expect(busy([['DTSTART:20270610T180000', 'DTEND:20270611T020000']])).toEqual([['2027-06-10', '2027-06-11']]);
  expect(busy([['DTSTART:20270610T180000', 'DTEND:20270611T000000']])).toEqual([['2027-06-10', '2027-06-10']]);
  expect(busy([['DTSTART:20270610T180000', 'DURATION:PT30H']])).toEqual([['2027-06-10', '2027-06-11']]);
});

test('a time in UTC is on the day of the zone that the calendar names', () => {
  const evening = [['DTSTART:20270611T030000Z', 'DTEND:20270611T040000Z']];
  expect(busy(evening)).toEqual([['2027-06-11', '2027-06-11']]);
  expect(busy(evening, ['X-WR-TIMEZONE:America/Chicago'])).toEqual([['2027-06-10', '2027-06-10']]);
  expect(busy(evening, ['X-WR-TIMEZONE:Middle/Earth'])).toEqual([['2027-06-11', '2027-06-11']]);
  expect(
    busy([['DTSTART;TZID=America/Chicago:20270610T220000', 'DTEND;TZID=America/Chicago:20270610T230000']]),
  ).toEqual([['2027-06-10', '2027-06-10']]);
});

test('cancelled entries and those marked as free do not count', () => {
  const day = ['DTSTART;VALUE=DATE:20270610'];
  expect(busy([[...day, 'STATUS:CANCELLED']])).toEqual([]);
  expect(busy([[...day, 'TRANSP:TRANSPARENT']])).toEqual([]);
  expect(busy([[...day, 'X-MICROSOFT-CDO-BUSYSTATUS:FREE']])).toEqual([]);
  expect(busy([[...day, 'TRANSP:OPAQUE', 'STATUS:TENTATIVE']])).toHaveLength(1);
});

test('repetitions count within the period, without those that are left out or moved', () => {
  const weekly = ['DTSTART;VALUE=DATE:20270602', 'RRULE:FREQ=WEEKLY;COUNT=4', 'EXDATE;VALUE=DATE:20270609'];
  expect(busy([weekly]).map(([from]) => from)).toEqual(['2027-06-02', '2027-06-16', '2027-06-23']);
  const text = calendar([weekly]).replace(
    'END:VCALENDAR',
    [
      'BEGIN:VEVENT',
      'UID:0',
      'RECURRENCE-ID;VALUE=DATE:20270616',
      'DTSTART;VALUE=DATE:20270618',
      'END:VEVENT',
      'BEGIN:VEVENT',
      'UID:0',
      'RECURRENCE-ID;VALUE=DATE:20270623',
      'DTSTART;VALUE=DATE:20270623',
      'STATUS:CANCELLED',
      'END:VEVENT',
      'END:VCALENDAR',
    ].join('\r\n'),
  );
  expect(busyIn(text).map(([from]) => from)).toEqual(['2027-06-02', '2027-06-18']);
  expect(busy([['DTSTART;VALUE=DATE:20200101', 'RRULE:FREQ=DAILY']])).toEqual([['2027-06-01', '2027-07-31']]);
});

test('days in a row are one period, and entries outside of the period do not count', () => {
  expect(
    busy([
      ['DTSTART;VALUE=DATE:20270611'],
      ['DTSTART;VALUE=DATE:20270610'],
      ['DTSTART;VALUE=DATE:20270720', 'DTEND;VALUE=DATE:20270901'],
      ['DTSTART;VALUE=DATE:20260101'],
    ]),
  ).toEqual([
    ['2027-06-10', '2027-06-11'],
    ['2027-07-20', '2027-07-31'],
  ]);
});

test.each([
  ['a page', '<!doctype html><html></html>'],
  ['nothing', ''],
  ['a part of a calendar', 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n'],
  ['a person', 'BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Ann\r\nEND:VCARD\r\n'],
])('%s is not a calendar', (_, text) => {
  expect(() => busyPeriods(text, '2027-06-01', '2027-06-30')).toThrow(CalendarUnreadable);
});

test.each([
  ['every second', 'RRULE:FREQ=SECONDLY'],
  ['on a day that does not exist', 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31'],
  ['every time of no day', 'RRULE:FREQ=MINUTELY;BYMONTH=2;BYMONTHDAY=30'],
])('an entry that repeats %s makes the calendar unreadable', (_, rule) => {
  const text = calendar([['DTSTART:20200101T000000Z', 'DTEND:20200101T000001Z', rule]]);
  try {
    busyPeriods(text, '2027-06-01', '2027-07-31', 200);
  } catch (error) {
    expect(error).toBeInstanceOf(CalendarUnreadable);
  }
});

test('a written calendar has escaped texts, folded lines and the days of its entries', () => {
  const title = `Booked; a, b \\ c\n${'long '.repeat(30)}`;
  const entry = {
    id: 'booking-1@festoon',
    from: '2027-06-29',
    to: '2027-06-30',
    title,
    url: 'https://festoon.example/bookings/1',
  };
  const text = calendarText('Festoon bookings', [entry], '2027-01-02T03:04:05.678Z');
  expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
  expect(text).toContain('SUMMARY:Booked\\; a\\, b \\\\ c\\nlong');
  expect(text).toContain('DTSTAMP:20270102T030405Z');
  expect(text).toContain('DTSTART;VALUE=DATE:20270629\r\nDTEND;VALUE=DATE:20270701\r\n');
  expect(text).toMatch(/^BEGIN:VCALENDAR\r\n(.|\r\n)*END:VCALENDAR\r\n$/);
  expect(busyPeriods(text, '2027-06-01', '2027-07-31')).toEqual([['2027-06-29', '2027-06-30']]);
});
