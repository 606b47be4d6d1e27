import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Instant, WholeNumber } from '#platform/projections';
import type { LogVerificationResult } from './log-verification.ts';

/**
 * One row for each verification of the log. `endedAt` is null while it is not finished; `failure` says why it failed.
 */
export const logVerificationRows = defineEntity({
  name: 'LogVerificationRow',
  properties: {
    id: p.text().primary(),
    number: p.type(WholeNumber),
    startEventId: p.text(),
    startedBy: p.text(),
    startedByRole: p.text(),
    startedAt: p.type(Instant),
    endedAt: p.type(Instant).nullable(),
    result: p.json<LogVerificationResult>().nullable(),
    failure: p.text().nullable(),
  },
  indexes: [{ properties: ['number'] }],
});
export type LogVerificationRow = InferEntity<typeof logVerificationRows>;
