export { AuditCheckpoints, CheckpointRefused } from './audit-checkpoints.ts';
export type { Checkpoint } from './checkpoint.ts';
export type { Finding } from './inspection.ts';
export { type AuditReport, type AuditScope, LogAudit } from './log-audit.ts';
export { LogReader, masked, type ShownEvent, type Wanted } from './log-reader.ts';
