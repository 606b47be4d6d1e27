import { z } from 'zod';
import { calendarDay, cancellationPolicy } from '#catalog/contract';
import { durationDays, eventTypes, leadId } from '#leads/contract';
import { bankReporter, maxReasonLength, refundDecisions } from './booking-terms.contract.ts';

export {
  balanceDays,
  bankReporter,
  bankReporterName,
  depositPercent,
  maxReasonLength,
  maxReviewLength,
  refundDecisions,
  sharesOf,
} from './booking-terms.contract.ts';

export {
  type BookingReview,
  bookingReview,
  type Review,
  type ReviewPaging,
  type ReviewReply,
  type ReviewsPage,
  type ReviewWriting,
  review,
  reviewId,
  reviewPaging,
  reviewReply,
  reviewsPage,
  reviewWriting,
  type StaffReview,
  type StaffReviewAction,
  type StaffReviews,
  staffReviewAction,
  staffReviews,
} from './reviews/contract.ts';

export const bookingStatuses = ['pending', 'confirmed', 'completed', 'cancelled'] as const;
export type BookingStatus = (typeof bookingStatuses)[number];

/** The payment state of a booking for staff: the first of these that applies. */
export const paymentStates = ['refund-due', 'overdue', 'refunded', 'paid', 'deposit-paid', 'unpaid'] as const;
export type PaymentState = (typeof paymentStates)[number];

export const bookingId = z.templateLiteral(['booking-', z.uuid()], 'This booking does not exist');

/** A party that reported a problem, or the bank of the client. */
const problemReporter = z.union([z.uuid(), z.literal(bankReporter)]);

/** A time of day at the place of the event. */
const startTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time, like 18:30');

/**
 * `POST /api/v1/bookings`. The server sets the amounts and the time zone. An event without `durationDays` has as many
 * days as the lead, or one.
 */
export const bookingRequest = z.object({
  creatorId: z.uuid('Creator not specified'),
  packageId: z.uuid('Please select a package'),
  eventType: z.enum(eventTypes, 'Event type is required'),
  eventName: z.string().trim().max(160, 'Event name must be at most 160 characters').optional(),
  eventDate: calendarDay('Event date is required'),
  durationDays: durationDays.optional(),
  startTime: startTime.optional(),
  eventLocation: z
    .string('Location is required')
    .trim()
    .min(1, 'Location is required')
    .max(300, 'Location must be at most 300 characters'),
  eventDescription: z.string().trim().max(5000, 'Please use at most 5,000 characters').optional(),
  expectedAttendance: z
    .int('Attendance must be a whole number')
    .min(1, 'Attendance must be at least 1')
    .max(10_000_000, 'Attendance must be at most 10,000,000')
    .optional(),
  leadId: leadId.optional(),
});
export type BookingRequest = z.infer<typeof bookingRequest>;

const reasonGiven = z.object({
  reason: z.string().trim().max(maxReasonLength, 'Please use at most 500 characters').optional(),
});

/**
 * What `POST /api/v1/bookings/{id}/{confirm,complete}` and `…/dispute/resolve` accept: nothing, or a reason. Staff act
 * for others under `/api/v1/staff/bookings`.
 */
export const bookingReason = reasonGiven.nullish();
export type BookingReason = z.infer<typeof bookingReason>;

/**
 * `POST /api/v1/bookings/{id}/cancel`. The reason is optional for the parties and shown in the history. With
 * `refundAmount`, in cents, the booking is only cancelled if exactly this much is refunded.
 */
export const bookingCancellation = reasonGiven.extend({ refundAmount: z.int().min(0).optional() }).nullish();
export type BookingCancellation = NonNullable<z.infer<typeof bookingCancellation>>;

/**
 * What staff may do now on behalf of the parties, and what a cancellation would refund and leave with the professional
 * under each decision that is possible, in cents.
 */
export const staffBookingActions = z.object({
  may: z.record(z.enum(['confirm', 'cancel', 'complete', 'reopen', 'resolve-dispute']), z.boolean()),
  refunds: z.array(
    z.object({ decision: z.enum(refundDecisions), percent: z.int(), refundAmount: z.int(), keptAmount: z.int() }),
  ),
});
export type StaffBookingActions = z.infer<typeof staffBookingActions>;

/** A field of a booking. `value` is null if it has none, and if it is `masked` because it is personal data. */
const bookingFact = z.object({ name: z.string(), value: z.string().nullable(), masked: z.boolean() });
export type BookingFact = z.infer<typeof bookingFact>;

/** A booking as it was after one of its events. `changed`: the names of the fields that the event changed. */
const bookingVersion = z.object({
  version: z.int(),
  position: z.int(),
  at: z.iso.datetime(),
  title: z.string(),
  facts: z.array(bookingFact),
  changed: z.array(z.string()),
});
export type BookingVersion = z.infer<typeof bookingVersion>;

/**
 * `GET /api/v1/bookings/{id}/versions`, and `GET /api/v1/staff/bookings/{id}/versions` without personal data. The
 * oldest version first.
 */
export const bookingVersions = z.object({ items: z.array(bookingVersion) });
export type BookingVersions = z.infer<typeof bookingVersions>;

/** `POST /api/v1/bookings/{id}/dispute`: what the problem is. Both parties and staff can read it. */
export const bookingDispute = z.object({
  reason: z
    .string('Please describe the problem')
    .trim()
    .min(1, 'Please describe the problem')
    .max(maxReasonLength, 'Please use at most 500 characters'),
});
export type BookingDispute = z.infer<typeof bookingDispute>;

/**
 * `POST /api/v1/bookings/{id}/proposals`: what should change. What is left out stays as it is; `startTime` null removes
 * it.
 */
export const bookingProposal = z.object({
  eventDate: calendarDay('Enter a date').optional(),
  durationDays: durationDays.optional(),
  startTime: startTime.nullable().optional(),
  eventLocation: z.string().trim().max(300, 'Location must be at most 300 characters').optional(),
  packageId: z.uuid('Please select a package').optional(),
});
export type BookingProposal = z.infer<typeof bookingProposal>;

/** The number of a proposal in a path. */
export const proposalNumber = z.coerce.number('This proposal does not exist').int().min(1);

/**
 * Why a cancelled booking is refunded to this extent: it was pending; the professional cancelled it; the professional
 * cancelled it because the balance was overdue, and keeps the deposit; staff cancelled it; a deadline passed; the
 * client cancelled soon after the confirmation; or the client cancelled under the policy that was agreed.
 */
export const cancellationRule = z.enum([
  'pending',
  'professional',
  'balance-unpaid',
  'staff',
  'deadline',
  'grace-period',
  'policy',
]);

/**
 * What is refunded to a client who cancels a confirmed booking, as agreed when it was requested: everything if the
 * event is at least `fullRefundDays` away, half if it is at least `halfRefundDays` away, and nothing after that.
 */
const refundTerms = z.object({ policy: cancellationPolicy, fullRefundDays: z.int(), halfRefundDays: z.int() });

/**
 * `GET /api/v1/bookings/{id}/cancellation`: what would be refunded to the client and kept for the professional if the
 * caller cancelled now. Amounts in cents; `percent` is the refunded share. Before `graceUntil` everything is refunded.
 */
export const cancellationPreview = z.object({
  refundTerms,
  rule: cancellationRule,
  percent: z.int(),
  refundAmount: z.int(),
  keptAmount: z.int(),
  currency: z.literal('USD'),
  graceUntil: z.iso.datetime().nullable(),
});
export type CancellationPreview = z.infer<typeof cancellationPreview>;

export const paymentType = z.enum(['deposit', 'balance'], 'Payment type must be deposit or balance');
export type PaymentType = z.infer<typeof paymentType>;

/** `POST /functions/v1/create-booking-payment` returns `{ url }`. */
export const bookingPayment = z.object({ bookingId, paymentType });
export type BookingPayment = z.infer<typeof bookingPayment>;

/** `GET /api/v1/bookings` */
export const bookingFilter = z.object({
  status: z.enum(bookingStatuses).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: z.string().max(200).optional(),
});
export type BookingFilter = z.infer<typeof bookingFilter>;

/** `avatarUrl` is the address of a JPEG. */
const party = z.object({ id: z.uuid(), displayName: z.string(), avatarUrl: z.string().nullable() });
/** A professional by the name that their public profile shows. */
const publicParty = z.object({ id: z.uuid(), shortName: z.string() });

/** A booking as its two parties see it. Amounts in cents. */
export const booking = z.object({
  id: bookingId,
  client: party,
  creator: party,
  /** How to reach the other party. Null until the booking is confirmed, after a cancellation, and for everyone else. */
  contact: z.object({ email: z.string(), phone: z.string().nullable() }).nullable(),
  package: z.object({
    id: z.uuid(),
    name: z.string(),
    durationHours: z.int(),
    deliverables: z.array(z.string()),
  }),
  leadId: z.string().nullable(),
  /** The party that created the booking; the other party confirms it. */
  createdBy: z.uuid(),
  /** The professional's service when the booking was requested. */
  serviceType: z.string().nullable(),
  eventType: z.string(),
  eventName: z.string().nullable(),
  /** The first day of the event. */
  eventDate: z.iso.date(),
  durationDays: z.int(),
  /** HH:MM in the time zone of the place. */
  startTime: z.string().nullable(),
  /** The IANA name of the time zone of the place, in which all deadlines of the booking are counted. */
  timeZone: z.string(),
  eventLocation: z.string(),
  eventDescription: z.string().nullable(),
  expectedAttendance: z.int().nullable(),
  totalAmount: z.int(),
  depositAmount: z.int(),
  balanceAmount: z.int(),
  currency: z.literal('USD'),
  depositPaid: z.boolean(),
  balancePaid: z.boolean(),
  /** The amount that is due for refund. */
  refundDue: z.int(),
  /** The amount that was refunded. */
  refunded: z.int(),
  /** Whether the client's bank took back all or a part of what was refunded. */
  refundedByBank: z.boolean(),
  refundTerms,
  /** Why a cancelled booking is refunded, and the refunded share in percent. */
  cancellationRule: cancellationRule.nullable(),
  refundPercent: z.int().nullable(),
  status: z.enum(bookingStatuses),
  createdAt: z.iso.datetime(),
  /** When a pending booking expires. Null for other bookings. */
  expiresAt: z.iso.datetime().nullable(),
  /** The deadline for the deposit of a confirmed booking. Null if it is paid. */
  depositDueAt: z.iso.datetime().nullable(),
  /**
   * The last day, at the place of the event, on which the balance of a confirmed booking is paid in time. Null if it is
   * paid.
   */
  balanceDueDate: z.iso.date().nullable(),
  /** Which part of the price was not paid in time. */
  overdue: z.enum(['deposit', 'balance']).nullable(),
  /** Who reported a problem that is not resolved. */
  disputedBy: z.array(problemReporter),
  /**
   * Whether the professional can no longer confirm a pending booking, because one of its days has since been taken or
   * blocked.
   */
  dayTaken: z.boolean(),
  /** What a party proposes to change; null stays as it is. Amounts in cents. */
  proposal: z
    .object({
      number: z.int(),
      proposedBy: z.uuid(),
      eventDate: z.iso.date().nullable(),
      durationDays: z.int().nullable(),
      startTime: z.string().nullable(),
      /** Whether the event should no longer have a start time. */
      removesStartTime: z.boolean(),
      eventLocation: z.string().nullable(),
      packageName: z.string().nullable(),
      totalAmount: z.int().nullable(),
    })
    .nullable(),
  /**
   * How many other bookings the professional has on one of those days. 0 unless the caller is the professional of a
   * pending booking.
   */
  sameDay: z.object({ confirmed: z.int(), pending: z.int() }),
  /** What the caller may do now, decided by the server. */
  may: z.object({
    confirm: z.boolean(),
    cancel: z.boolean(),
    payDeposit: z.boolean(),
    payBalance: z.boolean(),
    dispute: z.boolean(),
    resolveDispute: z.boolean(),
    propose: z.boolean(),
    acceptProposal: z.boolean(),
  }),
});
export type Booking = z.infer<typeof booking>;

/** The numbers on the tabs, sent with the first page of `GET /api/v1/bookings`. */
export const bookingCounts = z.object({
  all: z.int(),
  pending: z.int(),
  confirmed: z.int(),
  completed: z.int(),
  cancelled: z.int(),
});
export type BookingCounts = z.infer<typeof bookingCounts>;

/** `GET /api/v1/bookings` */
export const bookingsPage = z.object({
  items: z.array(booking),
  nextCursor: z.string().nullable(),
  counts: bookingCounts.optional(),
});
export type BookingsPage = z.infer<typeof bookingsPage>;

/** The response to `POST /api/v1/bookings`. `position` is the position of the new booking in the event log. */
export const requestedBooking = z.object({ id: bookingId, position: z.string() });
export type RequestedBooking = z.infer<typeof requestedBooking>;

/**
 * A booking with a problem that is not resolved, as staff see it: without personal data, except the public name of the
 * professional and what the parties wrote to staff. `reports` are those that are open, the latest of each reporter.
 */
export const disputedBooking = z.object({
  id: bookingId,
  status: z.enum(bookingStatuses),
  eventType: z.string(),
  eventDate: z.iso.date(),
  clientId: z.uuid(),
  creator: publicParty,
  reports: z.array(
    z.object({ reportedBy: problemReporter, reason: z.string().nullable(), createdAt: z.iso.datetime() }),
  ),
});
export type DisputedBooking = z.infer<typeof disputedBooking>;

/** The bookings on a client's dashboard: how many they have, and the newest of them. */
export const clientBookings = z.object({ bookings: z.int(), yourBookings: z.array(booking) });
export type ClientBookings = z.infer<typeof clientBookings>;

/** The bookings on a professional's dashboard: how many they have, and the newest of them. */
export const professionalBookings = z.object({ activeBookings: z.int(), recentBookings: z.array(booking) });
export type ProfessionalBookings = z.infer<typeof professionalBookings>;

/**
 * `GET /api/v1/bookings/{id}/history`, newest first. `version` is the number of the event in the booking's stream, from
 * 1; `status` is the booking's status after the entry; `entry` is what happened, including payments; `changedBy` is the
 * id of a person or service, `changedByName` the name to show.
 */
export const bookingHistoryEntry = z.object({
  bookingId,
  version: z.int(),
  status: z.enum(bookingStatuses),
  entry: z.enum([
    'requested',
    'confirmed',
    'cancelled',
    'completed',
    'reopened',
    'reminded',
    'balance-overdue',
    'disputed',
    'dispute-resolved',
    'change-proposed',
    'proposal-declined',
    'changed',
    'deposit-paid',
    'balance-paid',
    'refund-due',
    'refunded',
    'reinstated',
  ]),
  changedBy: z.string(),
  changedByName: z.string(),
  notes: z.string().nullable(),
  createdAt: z.iso.datetime(),
});
export type BookingHistoryEntry = z.infer<typeof bookingHistoryEntry>;

/** `GET /api/v1/bookings/{id}/history` */
export const bookingHistory = z.object({ items: z.array(bookingHistoryEntry) });
export type BookingHistory = z.infer<typeof bookingHistory>;

/** The socket message `booking.history`. */
export const bookingHistoryMessage = z.object({
  bookingId,
  status: z.enum(bookingStatuses),
  changedBy: z.string(),
  createdAt: z.iso.datetime(),
  position: z.string(),
});
export type BookingHistoryMessage = z.infer<typeof bookingHistoryMessage>;

/** `GET /api/v1/creators/{id}/reply-time`, for everyone. Null as long as there are too few requests. */
export const replyTime = z.object({ medianMinutes: z.int().nullable() });
export type ReplyTime = z.infer<typeof replyTime>;
