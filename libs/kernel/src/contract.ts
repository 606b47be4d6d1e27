export { firstDay, isCalendarDay, lastDay } from './calendar-day.contract.ts';
export { escapeHtml } from './html.contract.ts';
export { titleCase } from './title-case.contract.ts';
