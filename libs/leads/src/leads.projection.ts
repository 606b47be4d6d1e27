import { type Projection, type Stamp, searchable } from '#kernel';
import { maskContacts } from './contact-mask.ts';
import { type LeadEvents, paymentsUntilAfter } from './lead.ts';
import type { LeadViewsEvents } from './lead-views.ts';
import type {
  LeadCheckoutRow,
  LeadPurchaseRow,
  LeadRefundRequestRow,
  LeadRow,
  LeadViewCountRow,
} from './leads.rows.ts';

export const leads: Projection<LeadEvents, LeadRow> = {
  table: 'leads',
  version: 1,
  key: ({ stream }) => stream,
  insert: {
    LeadPosted: (posted, { stream, at }) => ({
      ...posted,
      searchPlace: searchedPlace(posted),
      id: stream,
      status: 'active',
      createdAt: at,
      buyers: 0,
    }),
  },
  update: {
    LeadChanged: (row, changed) => ({ ...row, ...changed, searchPlace: searchedPlace(changed) }),
    LeadWithdrawn: (row) => ({ ...row, status: 'withdrawn' }),
    LeadClosed: (row) => ({ ...row, status: 'closed' }),
    // A held lead stays held. It is booked once staff release it.
    LeadBooked: (row) => (row.status === 'held' ? row : { ...row, status: 'booked' }),
    LeadReopened: (row, { status }) => ({ ...row, status }),
    LeadHeld: (row) => ({ ...row, status: 'held' }),
    LeadReleased: (row, { status }) => ({ ...row, status }),
    LeadRemoved: (row) => ({ ...row, status: 'removed' }),
    LeadPurchased: (row, { expiresAt }) => ({ ...row, expiresAt, buyers: row.buyers + 1 }),
    LeadPurchaseCancelled: (row) => ({ ...row, buyers: row.buyers - 1 }),
  },
};

type Place = { readonly locationCity: string | null; readonly locationState: string | null };

/** Masked: a filter would otherwise show, digit by digit, a phone number that is written into the place. */
const searchedPlace = ({ locationCity, locationState }: Place): string =>
  searchable(maskContacts(`${locationCity ?? ''}\n${locationState ?? ''}`));

export const leadViewCounts: Projection<LeadViewsEvents & Pick<LeadEvents, 'LeadPosted'>, LeadViewCountRow> = {
  table: 'lead_view_counts',
  version: 1,
  // Views are in the streams of those who viewed, and name the lead.
  key: ({ stream, data }) => ('viewerId' in data ? data.leadId : stream),
  insert: { LeadPosted: (_, { stream }) => ({ id: stream, views: 0 }) },
  update: { LeadViewed: (row) => ({ ...row, views: row.views + 1 }) },
};

export const leadCheckouts: Projection<Pick<LeadEvents, 'LeadPosted' | 'LeadPlaceReserved'>, LeadCheckoutRow> = {
  table: 'lead_checkouts',
  version: 1,
  key: ({ stream }) => stream,
  insert: { LeadPosted: (_, { stream }) => ({ id: stream, paymentsUntil: null }) },
  update: {
    LeadPlaceReserved: (row, { reservedUntil }) => ({
      ...row,
      paymentsUntil: paymentsUntilAfter(row.paymentsUntil ?? '', reservedUntil),
    }),
  },
};

type Purchases = Pick<
  LeadEvents,
  | 'LeadPlaceReserved'
  | 'LeadCheckoutOpened'
  | 'LeadPlaceReleased'
  | 'LeadPurchased'
  | 'LeadPurchaseCancelled'
  | 'LeadRefundDue'
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
    // The `LeadRefundDue` that follows sets the status to 'refund-due'.
    LeadPurchaseCancelled: (row) => ({ ...row, status: 'released' }),
    // Refunding a second payment does not undo a completed purchase.
    LeadRefundDue: (row, { paymentId }) =>
      row.status === 'completed' ? row : { ...row, status: 'refund-due', reservedUntil: null, paymentId },
  },
};

type RefundRequests = Pick<
  LeadEvents,
  'LeadRefundRequested' | 'LeadRefundApproved' | 'LeadRefundDeclined' | 'LeadPurchaseCancelled'
>;
const decided =
  (status: LeadRefundRequestRow['status']) =>
  (row: LeadRefundRequestRow, _: object, { at }: Stamp) =>
    row.status === 'open' ? { ...row, status, decidedAt: at } : row;

export const leadRefundRequests: Projection<RefundRequests, LeadRefundRequestRow> = {
  table: 'lead_refund_requests',
  version: 1,
  key: ({ data }) => data.paymentId,
  insert: {
    LeadRefundRequested: ({ buyerId, paymentId, cause, text }, { stream, at }) => ({
      id: paymentId,
      leadId: stream,
      buyerId,
      cause,
      text,
      status: 'open',
      createdAt: at,
      decidedAt: null,
    }),
  },
  update: {
    LeadRefundApproved: decided('approved'),
    LeadRefundDeclined: decided('declined'),
    // Staff may refund a purchase without deciding about the request.
    LeadPurchaseCancelled: decided('approved'),
  },
};
