import type { RefundRequest } from '#leads/contract';

/** Why a buyer asks for a refund, as pages say it. */
export const refundCauseNames: Readonly<Record<RefundRequest['cause'], string>> = {
  duplicate: 'I unlocked the same event of this client before',
  fake: 'The event is not real',
  unreachable: 'The contact details are wrong',
  changed: 'The date or place has changed a lot',
  withdrawn: 'The client withdrew the lead',
  'not-hired': 'They did not hire me',
  other: 'Something else',
};
