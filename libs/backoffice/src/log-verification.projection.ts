import type { Projection } from '#kernel';
import type { LogVerificationRow } from './log-verification.rows.ts';
import type { LogVerificationEvents } from './log-verification.ts';

export const logVerifications: Projection<LogVerificationEvents, LogVerificationRow> = {
  table: 'log_verifications',
  version: 1,
  key: ({ data: { number } }) => String(number),
  insert: {
    LogVerificationStarted: ({ number }, { id, by, at }) => ({
      id: String(number),
      number,
      startEventId: id,
      startedBy: by.id,
      startedByRole: by.role,
      startedAt: at,
      endedAt: null,
      result: null,
      failure: null,
    }),
  },
  update: {
    LogVerificationFinished: (row, { number: _, ...result }, { at }) => ({ ...row, endedAt: at, result }),
    LogVerificationFailed: (row, { failure }, { at }) => ({ ...row, endedAt: at, failure }),
  },
};
