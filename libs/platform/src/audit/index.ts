export { AuditCheckpoints } from './audit-checkpoints.ts';
export type { Checkpoint } from './checkpoint.ts';
export { CheckpointRefused } from './checkpoint-files.ts';
export { type AuditReport, type AuditScope, LogAudit } from './log-audit.ts';
export { type EventFilter, LogReader, type ShownEvent } from './log-reader.ts';
export {
  partOf,
  type Receipt,
  type ReceiptFinding,
  type ReceiptWords,
  readReceipt,
  receipt,
  receiptFields,
} from './receipt.ts';
export { checkSignature, Receipts } from './receipts.ts';
export { type ReceiptKeys, receiptKeys } from './signature.ts';
