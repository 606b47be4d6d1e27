export { DeadLetters } from './dead-letters.ts';
export { Effects } from './effects.ts';
export { type DeadJob, Jobs, type NewJob, type RunningJob } from './jobs.ts';
