import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Instant, WholeNumber } from '#platform/projections';
import type { BankScheme, PayoutStatus } from './contract.ts';
import type { BookingShare, PayoutAccount } from './payout-account.ts';

/** Money in whole cents. */
export const payoutAccountRows = defineEntity({
  name: 'PayoutAccountRow',
  properties: {
    id: p.text().primary(),
    userId: p.text(),
    /** The aggregate's state. It has no personal data. */
    state: p.json<PayoutAccount>(),
    /** What is available in total; negative if the professional owes it. */
    available: p.type(WholeNumber),
  },
  indexes: [{ properties: ['available'] }],
});
export type PayoutAccountRow = InferEntity<typeof payoutAccountRows>;

export const payoutRows = defineEntity({
  name: 'PayoutRow',
  properties: {
    id: p.text().primary(),
    userId: p.text(),
    number: p.type(WholeNumber),
    amount: p.type(WholeNumber),
    status: p.text().$type<PayoutStatus>(),
    /** The number of the bank details to which it goes. */
    destination: p.type(WholeNumber),
    bookings: p.json<readonly BookingShare[]>(),
    reference: p.text().nullable(),
    reason: p.text().nullable(),
    startedAt: p.type(Instant),
    /** When the bank details were last given to finance, to transfer the money. */
    handedOverAt: p.type(Instant).nullable(),
    handedOverBy: p.json<{ readonly id: string; readonly role: string }>().nullable(),
    endedAt: p.type(Instant).nullable(),
  },
  indexes: [
    { properties: ['userId', 'startedAt'] },
    { properties: ['status', 'startedAt'] },
    { properties: ['startedAt', 'id'] },
  ],
});
export type PayoutRow = InferEntity<typeof payoutRows>;

/** The latest bank details of a professional. The last characters are null after the person's erasure. */
export const payoutDestinationRows = defineEntity({
  name: 'PayoutDestinationRow',
  properties: {
    id: p.text().primary(),
    userId: p.text(),
    number: p.type(WholeNumber),
    scheme: p.text().$type<BankScheme>(),
    lastFour: p.text().nullable(),
    heldUntil: p.type(Instant),
    changedAt: p.type(Instant),
  },
});
export type PayoutDestinationRow = InferEntity<typeof payoutDestinationRows>;
