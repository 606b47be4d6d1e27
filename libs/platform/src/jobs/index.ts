export { type DeadLetterEvents, DeadLetters } from './dead-letters.ts';
export { Effects } from './effects.ts';
export {
  type DeadJob,
  Jobs,
  NeedsOtherRelease,
  type NewJob,
  NotDueYet,
  type PendingState,
  type RunningJob,
} from './jobs.ts';
export { type QueueName, queueNames, queues } from './queues.ts';
export { type DrainingWorker, type WorkerProcess, Workers } from './workers.ts';
