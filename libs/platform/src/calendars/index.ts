export { type BusyPeriod, busyPeriods, CalendarUnreadable } from './busy-periods.ts';
export { CalendarSource } from './calendar-source.ts';
export { type CalendarEntry, calendarText } from './calendar-text.ts';
