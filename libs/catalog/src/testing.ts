export { creatorDay, creatorDayOf } from './availability/creator-day.ts';
