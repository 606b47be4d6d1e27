import { catalogModule } from '#catalog';
import { identityModule } from '#identity';
import { leadsModule } from '#leads';
import { notificationsModule } from '#notifications';
import { paymentsModule } from '#payments';
import { defineModule } from '#platform/module';
import { booking } from './booking.ts';
import { BookingChangeNotifications } from './booking-changes.reactions.ts';
import * as confirmation from './booking-confirmation.commands.ts';
import * as deadlines from './booking-deadlines.commands.ts';
import * as disputes from './booking-disputes.commands.ts';
import * as payment from './booking-payment.commands.ts';
import * as proposals from './booking-proposals.commands.ts';
import * as receipts from './booking-receipts.commands.ts';
import { BookingVersionsQueries } from './booking-versions.queries.ts';
import { access } from './bookings.access.ts';
import * as commands from './bookings.commands.ts';
import { BookingPaymentsController, BookingsController } from './bookings.controller.ts';
import { bookingHistory, bookings } from './bookings.projection.ts';
import { BookingsQueries } from './bookings.queries.ts';
import { BookingsReactions } from './bookings.reactions.ts';
import { bookingHistoryRows, bookingRows } from './bookings.rows.ts';
import { BookingsNotifications } from './bookings-notifications.reactions.ts';
import { BookingsSchedule } from './bookings-schedule.reactions.ts';
import * as contract from './contract.ts';
import { EventPlaces } from './event-places.queries.ts';
import { OpenCheckouts } from './open-checkouts.gateway.ts';
import { RepliesController } from './replies.controller.ts';
import { RepliesQueries } from './replies.queries.ts';
import { review, reviewsParts } from './reviews/index.ts';
import { SignedReceipts } from './signed-receipts.queries.ts';
import { StaffBookingsQueries } from './staff-bookings.queries.ts';
import { StaffReasons } from './staff-reasons.checks.ts';

const maxDashboardBookings = 5;

export const bookingsModule = defineModule({
  name: 'bookings',
  imports: [identityModule, notificationsModule, catalogModule, leadsModule, paymentsModule],
  submodules: [reviewsParts],
  aggregates: [booking],
  projections: [
    [bookings, bookingRows],
    [bookingHistory, bookingHistoryRows],
  ],
  commands: [commands, confirmation, deadlines, disputes, payment, receipts, proposals],
  queries: BookingsQueries,
  contract,
  controllers: [BookingsController, BookingPaymentsController, RepliesController],
  providers: [
    OpenCheckouts,
    StaffReasons,
    EventPlaces,
    RepliesQueries,
    SignedReceipts,
    BookingVersionsQueries,
    StaffBookingsQueries,
  ],
  exports: [RepliesQueries, SignedReceipts, StaffBookingsQueries],
  reactions: [BookingsReactions, BookingsSchedule, BookingsNotifications, BookingChangeNotifications],
  subscribers: [
    {
      aggregate: booking,
      topic: 'bookings',
      audience: async ({ stream }, queries) => {
        const parties = await queries.parties(stream);
        return { people: parties ? [parties.clientId, parties.creatorId] : [] };
      },
      message: (event, queries) => {
        const body = queries.messageOf(event);
        return body && { name: 'booking.history', body };
      },
    },
    {
      aggregate: review,
      topic: 'bookings',
      audience: ({ data }) => ({
        people: 'clientId' in data && 'creatorId' in data ? [String(data.clientId), String(data.creatorId)] : [],
      }),
    },
  ],
  personalData: {
    export: {
      bookings: (_, queries) => queries.ownWithHistory(),
      reviews: ({ userId }, queries) => queries.reviewsBy(userId),
    },
    erasure: {
      command: (personId) => new commands.AbandonBookings(personId),
      readTables: ['bookings'],
      remaining: (personId, queries) => queries.endingWith(personId),
    },
  },
  account: {
    requireClosable: (userId, queries) => queries.requireNoOpenBookings(userId),
    requireRoleChangeable: (userId, queries) => queries.requireEndedBookings(userId),
  },
  dashboard: {
    client: {
      schema: contract.clientBookings,
      read: async (userId, queries): Promise<contract.ClientBookings> => {
        const [{ all }, yourBookings] = await Promise.all([
          queries.counts(userId),
          queries.newest(userId, maxDashboardBookings),
        ]);
        return { bookings: all, yourBookings };
      },
    },
    professional: {
      schema: contract.professionalBookings,
      read: async (userId, queries): Promise<contract.ProfessionalBookings> => {
        const [{ all }, recentBookings] = await Promise.all([
          queries.counts(userId),
          queries.newest(userId, maxDashboardBookings),
        ]);
        return { activeBookings: all, recentBookings };
      },
    },
  },
  access,
  auditTitles: {
    BookingRequested: 'Booking requested',
    BookingConfirmed: 'Booking confirmed',
    BookingConfirmationAbandoned: 'Confirmation attempt abandoned',
    BookingCancelled: 'Booking cancelled',
    BookingCancellationPostponed: 'Cancellation tried again later, because the payment provider did not answer',
    BookingCompleted: 'Booking completed',
    BookingReopened: 'Booking reopened',
    BookingReminded: 'Party of a booking reminded',
    BookingBalanceOverdue: 'Balance of a booking overdue',
    BookingDisputed: 'Problem with a booking reported',
    BookingDisputeResolved: 'Problem with a booking resolved',
    BookingChangeProposed: 'Change of a booking proposed',
    BookingProposalDeclined: 'Proposed change declined',
    BookingChanged: 'Booking changed',
    BookingPaid: 'Part of the price paid',
    BookingRefundDue: 'Payment to be refunded',
    BookingRefunded: 'Payment refunded',
    BookingPaymentReinstated: 'Payment returned by a bank',
    BookingPayoutStarted: 'Payout to the professional started',
    BookingPayoutMade: 'Payout to the professional made',
    BookingPayoutFailed: 'Payout to the professional failed',
    ReviewWritten: 'Booking reviewed',
    ReviewEdited: 'Review changed',
    ReviewReplied: 'Review replied to',
    ReviewReplyEdited: 'Reply to a review changed',
    ReviewRemoved: 'Review removed',
    ReviewRestored: 'Removed review shown again',
  },
});
