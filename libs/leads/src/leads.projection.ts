import type { Projection } from '#kernel';
import type { LeadEvents } from './lead.ts';
import type { LeadPurchaseRow, LeadRow } from './leads.rows.ts';

export const leads: Projection<LeadEvents, LeadRow> = {
  table: 'leads',
  version: 1,
  key: ({ stream }) => stream,
  insert: {
    LeadPosted: (posted, { stream, at }) => ({ ...posted, id: stream, status: 'active', createdAt: at, buyers: 0 }),
  },
  update: {
    LeadWithdrawn: (row) => ({ ...row, status: 'withdrawn' }),
    LeadBooked: (row) => ({ ...row, status: 'booked' }),
    LeadPurchased: (row, { expiresAt }) => ({ ...row, expiresAt, buyers: row.buyers + 1 }),
  },
};

type Purchases = Pick<
  LeadEvents,
  'LeadPlaceReserved' | 'LeadCheckoutOpened' | 'LeadPlaceReleased' | 'LeadPurchased' | 'LeadRefundDue'
>;

export const leadPurchases: Projection<Purchases, LeadPurchaseRow> = {
  table: 'lead_purchases',
  version: 1,
  key: ({ stream, data }) => `${stream}/${data.buyerId}`,
  insert: {
    LeadPlaceReserved: ({ buyerId, reservedUntil }, { stream }) => ({
      id: `${stream}/${buyerId}`,
      leadId: stream,
      creatorId: buyerId,
      status: 'reserved',
      reservedUntil,
      paymentId: null,
      purchasedAt: null,
    }),
    // A payment can arrive without a reserved place.
    LeadPurchased: ({ buyerId, paymentId }, { stream, at }) => ({
      id: `${stream}/${buyerId}`,
      leadId: stream,
      creatorId: buyerId,
      status: 'completed',
      reservedUntil: null,
      paymentId,
      purchasedAt: at,
    }),
  },
  update: {
    LeadCheckoutOpened: (row, { paymentId }) => ({ ...row, paymentId }),
    LeadPlaceReleased: (row) => ({ ...row, status: 'released', reservedUntil: null }),
    // Refunding a second payment does not undo a completed purchase.
    LeadRefundDue: (row, { paymentId }) =>
      row.status === 'completed' ? row : { ...row, status: 'refund-due', reservedUntil: null, paymentId },
  },
};
