import ICAL from 'ical.js';

// A line may have 75 bytes; the library does not count the space at the beginning of a folded line.
ICAL.foldLength = 74;

/**
 * An entry that lasts whole days, from the first to the last, which are YYYY-MM-DD. The id stays the same when the
 * entry changes.
 */
export type CalendarEntry = {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly title: string;
  readonly url: string;
};

/**
 * A calendar in the format of RFC 5545, with lines folded and texts escaped. `at` is when it was made, in ISO 8601 UTC.
 */
export const calendarText = (name: string, entries: readonly CalendarEntry[], at: string): string => {
  const calendar = new ICAL.Component('vcalendar');
  calendar.addPropertyWithValue('version', '2.0');
  calendar.addPropertyWithValue('prodid', '-//Festoon//Bookings//EN');
  calendar.addPropertyWithValue('method', 'PUBLISH');
  calendar.addPropertyWithValue('x-wr-calname', name);
  // How often calendar programs should refresh the feed. Some know only one of these two names.
  calendar.addPropertyWithValue('refresh-interval', ICAL.Duration.fromString('PT1H'));
  calendar.addPropertyWithValue('x-published-ttl', 'PT1H');
  for (const { id, from, to, title, url } of entries) {
    const entry = new ICAL.Component('vevent');
    const start = ICAL.Time.fromDateString(from);
    const end = ICAL.Time.fromDateString(to);
    end.adjust(1, 0, 0, 0);
    entry.addPropertyWithValue('uid', id);
    entry.addPropertyWithValue('dtstamp', ICAL.Time.fromDateTimeString(`${at.slice(0, 19)}Z`, undefined as never));
    entry.addPropertyWithValue('dtstart', start);
    entry.addPropertyWithValue('dtend', end);
    entry.addPropertyWithValue('summary', title);
    entry.addPropertyWithValue('url', url);
    entry.addPropertyWithValue('status', 'CONFIRMED');
    calendar.addSubcomponent(entry);
  }
  return `${calendar.toString()}\r\n`;
};
