export { timeZoneAt } from './time-zone-at.ts';
