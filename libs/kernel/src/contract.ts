export { firstDay, lastDay } from './calendar-range.contract.ts';
export { escapeHtml } from './html.contract.ts';
export { titleCase } from './title-case.contract.ts';
