export { AuditCheckpoints, CheckpointRefused } from './audit-checkpoints.ts';
export type { Checkpoint } from './checkpoint.ts';
export { type AuditReport, type AuditScope, LogAudit } from './log-audit.ts';
export { type EventFilter, LogReader, type ShownEvent } from './log-reader.ts';
