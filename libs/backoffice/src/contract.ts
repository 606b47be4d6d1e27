import { z } from 'zod';
import {
  bookingCounts,
  bookingId,
  bookingStatuses,
  disputedBooking,
  paymentStates,
  refundDecisions,
} from '#bookings/contract';
import { calendarDay } from '#catalog/contract';
import { galleryId } from '#galleries/contract';
import { roles, staffRoles } from '#identity/contract';
import { leadId, staffReason } from '#leads/contract';
import { reportedThread } from '#messages/contract';
import { bankSchemes, negativeBalance, payout, payoutProblem, payoutStatuses } from '#payouts/contract';

const subjectId = z.union([bookingId, leadId, galleryId], 'Enter the id of a booking, lead or gallery');
const instant = z.iso.datetime({ message: 'Enter a date and time such as 2026-05-01T00:00:00Z' });

const eventSources = ['web', 'api', 'cli', 'worker', 'webhook'] as const;
const actorKinds = ['user', 'staff', 'system', 'worker', 'webhook'] as const;

export const eventId = z.uuid('This event does not exist');

/**
 * `GET /api/v1/staff/events`. All filters apply together. `subject` is the booking, lead or gallery that an event
 * concerns, `role` the role of the actor at the time; `from` is inclusive, `until` exclusive.
 */
export const auditFilter = z.object({
  id: eventId.optional(),
  position: z.coerce.number('Enter a position').int().min(1).optional(),
  subject: subjectId.optional(),
  stream: z.string().max(200).optional(),
  type: z.string().max(100).optional(),
  module: z.string().max(50).optional(),
  actor: z.string().max(200).optional(),
  kind: z.enum(actorKinds).optional(),
  role: z.string().max(50).optional(),
  onBehalfOf: z.string().max(200).optional(),
  source: z.enum(eventSources).optional(),
  request: z.string().max(200).optional(),
  correlation: z.string().max(200).optional(),
  causation: z.string().max(200).optional(),
  from: instant.optional(),
  until: instant.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
  cursor: z.string().max(200).optional(),
});
export type AuditFilter = z.infer<typeof auditFilter>;

/**
 * One event, without its data. `actor` had this role at the time. `correlation` is shared by every event that results
 * from the same request; `causation` is the id of the event or request that directly led to this one.
 */
export const auditEntry = z.object({
  id: z.string(),
  position: z.int(),
  at: z.iso.datetime(),
  stream: z.string(),
  version: z.int(),
  type: z.string(),
  title: z.string(),
  module: z.string(),
  actor: z.object({ id: z.string(), kind: z.enum(actorKinds), role: z.string() }),
  onBehalfOf: z.string().nullable(),
  source: z.enum(eventSources),
  request: z.string(),
  correlation: z.string(),
  causation: z.string(),
  bookingId: z.string().nullable(),
  leadId: z.string().nullable(),
  galleryId: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** The newest events first. */
export const auditPage = z.object({ items: z.array(auditEntry), nextCursor: z.string().nullable() });
export type AuditPage = z.infer<typeof auditPage>;

/**
 * `GET /api/v1/staff/events/{id}`: an event as it is stored, with its personal fields masked. `hidden` names those
 * fields; `shape` is the version of the structure of `data`; `hash` is its hash in the log, in hex.
 */
export const auditEvent = auditEntry.extend({
  recordedAt: z.iso.datetime(),
  reason: z.string().nullable(),
  shape: z.int(),
  hash: z.string(),
  data: z.record(z.string(), z.unknown()),
  hidden: z.array(z.string()),
});
export type AuditEvent = z.infer<typeof auditEvent>;

/**
 * An event of a timeline. `reason` is what the actor stated; `hash` is its hash in the log, in hex. `details` are the
 * fields of its data that have a value, as text; personal ones are masked. `changes` are the fields of its aggregate's
 * state that it changed, as text and without personal data: `before` is null if a field had no value and in the first
 * event of a stream, `after` if it has none any longer.
 */
export const timelineEntry = auditEntry.extend({
  reason: z.string().nullable(),
  hash: z.string(),
  details: z.array(z.object({ name: z.string(), value: z.string(), masked: z.boolean() })),
  changes: z.array(z.object({ name: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
});
export type TimelineEntry = z.infer<typeof timelineEntry>;

/** What an event directly led to, and the emails of the notifications among them. */
export const resultsOf = <Entry extends Pick<AuditEntry, 'id' | 'module' | 'causation'>>(
  id: string,
  entries: readonly Entry[],
): readonly Entry[] => {
  const results = entries.filter(({ causation }) => causation === id);
  const notifications = new Set(results.filter(({ module }) => module === 'notifications').map((result) => result.id));
  return [...results, ...entries.filter(({ causation }) => notifications.has(causation))];
};

/**
 * `GET /api/v1/staff/events/{id}/chain`: all events that resulted from the same request as this one. The oldest first.
 * `complete` is false if there are more.
 */
export const timeline = z.object({ items: z.array(timelineEntry), complete: z.boolean() });
export type Timeline = z.infer<typeof timeline>;

/**
 * `GET /api/v1/staff/bookings/{id}/timeline` and `GET /api/v1/staff/leads/{id}/timeline`: all events of a booking or a
 * lead and everything that they led to, the oldest first. The first page has the newest events. `complete` is false if
 * the events of this page led to more than it shows. Pages can have events in common. `verified` says through which
 * position the newest verification of the log found it unchanged, and when; null if it found a change or there is none.
 */
export const timelinePage = timeline.extend({
  verified: z.object({ through: z.int(), at: z.iso.datetime() }).nullable(),
  nextCursor: z.string().nullable(),
});
export type TimelinePage = z.infer<typeof timelinePage>;
export const timelinePaging = z.object({ cursor: z.string().max(200).optional() });
export type TimelinePaging = z.infer<typeof timelinePaging>;

/**
 * The modules whose events are revealed one by one. Accounts, bank details, galleries and conversations with the
 * assistant are revealed elsewhere, and messages never. Events of other modules can also have secrets among their
 * personal fields, such as the hash of a gallery's PIN.
 */
export const revealableModules = ['bookings', 'leads', 'notifications'] as const;

/**
 * `POST /api/v1/staff/events/{id}/reveal`, with a reason: the personal fields of an event as text. Those of erased
 * people are left out.
 */
export const revealedFields = z.object({ fields: z.array(z.object({ name: z.string(), value: z.string() })) });
export type RevealedFields = z.infer<typeof revealedFields>;

/**
 * `GET /api/v1/bookings/{id}/results`, and the same for leads, galleries and payments: what each event of the receipt
 * there led to elsewhere. `version` is the number of the event in its stream; `count` is how many results have this
 * title. Events without results are left out.
 */
export const eventResults = z.object({
  items: z.array(z.object({ version: z.int(), results: z.array(z.object({ title: z.string(), count: z.int() })) })),
});
export type EventResults = z.infer<typeof eventResults>;

/** `POST /api/v1/staff/bookings/{id}/{action}`, with a reason that the parties read. */
export const staffBookingAction = z.enum(
  ['confirm', 'complete', 'reopen', 'resolve-dispute'],
  'This action does not exist',
);
export type StaffBookingAction = z.infer<typeof staffBookingAction>;

/**
 * `POST /api/v1/staff/bookings/{id}/cancel`: what is refunded, and for which party staff act, if for one. With
 * `refundAmount`, in cents, the booking is only cancelled if exactly this much is refunded.
 */
export const staffCancellation = staffReason.extend({
  refund: z.enum(refundDecisions, 'Choose what is refunded'),
  refundAmount: z.int().min(0).optional(),
  onBehalfOf: z.enum(['client', 'creator']).optional(),
});
export type StaffCancellation = z.infer<typeof staffCancellation>;

/**
 * `GET /api/v1/staff/reports`: the problems with bookings that are not resolved, and the conversations that a party
 * reported. `proIds` are the people who reported them and are on the Pro plan: they have priority support. What the
 * parties wrote is null. `POST /api/v1/staff/reports/reveal`, with a reason: the same with what they wrote, null for
 * erased people. Both are read in pages of 50 bookings and 50 reports of conversations.
 */
export const staffReports = z.object({
  bookings: z.array(disputedBooking),
  conversations: z.array(reportedThread),
  proIds: z.array(z.uuid()),
  nextCursor: z.string().nullable(),
});
export type StaffReports = z.infer<typeof staffReports>;
export const staffReportsPaging = z.object({ cursor: z.string().max(400).optional() });
export type StaffReportsPaging = z.infer<typeof staffReportsPaging>;

/** How many requests for refunds can be revealed at once. */
export const maxRevealedRequests = 200;

/** `POST /api/v1/staff/refund-requests/reveal`: what the buyers wrote in these requests, if they are open. */
export const refundRequestsReveal = staffReason.extend({
  ids: z.array(z.string().max(100)).min(1).max(maxRevealedRequests),
});
export type RefundRequestsReveal = z.infer<typeof refundRequestsReveal>;
export const revealedRefundRequests = z.object({
  items: z.array(z.object({ id: z.string(), text: z.string().nullable() })),
});
export type RevealedRefundRequests = z.infer<typeof revealedRefundRequests>;

/** `POST /api/v1/staff/reports/conversations/{id}/close`: why the report needs no more work. */
export const reportClosing = staffReason;
export type ReportClosing = z.infer<typeof reportClosing>;

const bookingOrPerson = 'Enter the id of a booking or of a person';
const day = calendarDay('Enter a date such as 2026-05-01');
const amount = z.coerce.number('Enter an amount').int().min(0).max(1_000_000_000_000);

/**
 * `GET /api/v1/staff/bookings`. All filters apply together: `id` is that of a booking or of a party, `place` the city
 * or the region of the event. With the payment state `refund-failed` only bookings are listed for which a refund has
 * failed for good. With the delivery `late` only bookings are listed for which nothing was delivered 14 days after the
 * day that the professional promised, with the flag `disputed` only those with a problem that is not resolved. `from`
 * and `to` are days of the event, inclusive; amounts are in cents.
 */
export const staffBookingFilter = z.object({
  id: z.union([bookingId, z.uuid(bookingOrPerson)], bookingOrPerson).optional(),
  place: z.string().trim().max(300).optional(),
  status: z.enum(bookingStatuses).optional(),
  payment: z.enum([...paymentStates, 'refund-failed']).optional(),
  delivery: z.enum(['late']).optional(),
  flag: z.enum(['disputed']).optional(),
  from: day.optional(),
  to: day.optional(),
  minAmount: amount.optional(),
  maxAmount: amount.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
  cursor: z.string().max(200).optional(),
});
export type StaffBookingFilter = z.infer<typeof staffBookingFilter>;

/**
 * `POST /api/v1/staff/bookings/search`: the same filters, and those that are personal data and must not be part of an
 * address: `party` is the exact email address or the whole name of a party, `professional` a word of the professional's
 * name.
 */
export const staffBookingSearch = staffBookingFilter.extend({
  party: z.string().trim().max(320).optional(),
  professional: z.string().trim().max(100).optional(),
});
export type StaffBookingSearch = z.infer<typeof staffBookingSearch>;

export const exportFormats = ['csv', 'json'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** `POST /api/v1/staff/bookings/export`: all bookings that match the filters. The log records the export. */
export const staffBookingsExportRequest = staffBookingSearch
  .omit({ limit: true, cursor: true })
  .extend({ format: z.enum(exportFormats, 'This format does not exist').default('csv') });
export type StaffBookingsExportRequest = z.infer<typeof staffBookingsExportRequest>;

/**
 * A booking in the list for staff. `payment` is the first of these states that applies; `shortName` is the name that
 * the professional's public profile shows. Amounts in cents.
 */
export const staffBooking = z.object({
  id: z.string(),
  status: z.enum(bookingStatuses),
  payment: z.enum(paymentStates),
  disputed: z.boolean(),
  eventType: z.string(),
  eventDate: z.iso.date(),
  lastDate: z.iso.date(),
  totalAmount: z.int(),
  paidAmount: z.int(),
  refundedAmount: z.int(),
  refundDue: z.int(),
  createdAt: z.iso.datetime(),
  clientId: z.string(),
  creator: z.object({ id: z.string(), shortName: z.string() }),
});
export type StaffBooking = z.infer<typeof staffBooking>;

/** The newest bookings first. */
export const staffBookingsPage = z.object({ items: z.array(staffBooking), nextCursor: z.string().nullable() });
export type StaffBookingsPage = z.infer<typeof staffBookingsPage>;

const evidenceParty = z.object({ id: z.string(), name: z.string().nullable(), email: z.string().nullable() });

/** `POST /api/v1/staff/bookings/{id}/evidence`: why the evidence is needed. The log records it before it is shown. */
export const bookingEvidenceRequest = staffReason;
export type BookingEvidenceRequest = z.infer<typeof bookingEvidenceRequest>;

/**
 * What proves to a bank how a booking came about: its facts, its parties with name and email address (null for erased
 * people), and its timeline, personal data masked. `checkpoint` is the newest signed checkpoint of the log.
 */
export const bookingEvidence = z.object({
  takenAt: z.iso.datetime(),
  booking: staffBooking,
  client: evidenceParty,
  professional: evidenceParty,
  items: z.array(timelineEntry),
  complete: z.boolean(),
  checkpoint: z.object({ position: z.int(), at: z.iso.datetime(), hash: z.string() }).nullable(),
});
export type BookingEvidence = z.infer<typeof bookingEvidence>;

/**
 * `GET /api/v1/staff/overview`: what needs a person now. `bookings` counts those with a problem that is not resolved,
 * with an overdue balance, with money that must go back, with a refund whose job failed for good, and without a
 * delivery 14 days after the promise; `leads` counts those that staff hold, and those with such a refund of a purchase.
 * They and `openReports`, the reported conversations, are null for the role ops.
 * `operation` is null except for the roles ops and admin: the jobs that failed for good, the projections that have
 * stopped, and how far the slowest one is behind, in events and in milliseconds. `verifiedAt` is when the log was last
 * verified; `logFindings` are null if that failed.
 */
export const staffOverview = z.object({
  openReports: z.int().nullable(),
  leads: z.object({ held: z.int(), failedRefunds: z.int() }).nullable(),
  bookings: z
    .object({
      disputed: z.int(),
      overdue: z.int(),
      refundsDue: z.int(),
      failedRefunds: z.int(),
      lateDeliveries: z.int(),
    })
    .nullable(),
  /** How many payouts wait for their transfer. */
  waitingPayouts: z.int().nullable(),
  operation: z
    .object({
      failedJobs: z.int(),
      stoppedProjections: z.array(z.string()),
      behind: z.int(),
      age: z.int(),
      verifiedAt: z.iso.datetime().nullable(),
      logFindings: z.int().nullable(),
    })
    .nullable(),
});
export type StaffOverview = z.infer<typeof staffOverview>;

/** `GET /api/v1/staff/payouts`. All filters apply together; `from` and `to` are days on which payouts started. */
export const staffPayoutFilter = z.object({
  status: z.enum(payoutStatuses).optional(),
  person: z.uuid('Enter the id of a professional').optional(),
  from: day.optional(),
  to: day.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
  cursor: z.string().max(200).optional(),
});
export type StaffPayoutFilter = z.infer<typeof staffPayoutFilter>;

/**
 * A payout for finance. The bank details to which it goes are null if they were replaced or erased since.
 * why it should not be transferred; empty once it has ended. `handedOverBy` was last given the bank details.
 */
export const staffPayout = payout.extend({
  professional: z.object({ id: z.string(), shortName: z.string() }),
  handedOverBy: z.object({ id: z.string(), role: z.string() }).nullable(),
  scheme: z.enum(bankSchemes).nullable(),
  lastFour: z.string().nullable(),
  problems: z.array(payoutProblem),
});
export type StaffPayout = z.infer<typeof staffPayout>;

/** The newest payouts first. */
export const staffPayoutsPage = z.object({ items: z.array(staffPayout), nextCursor: z.string().nullable() });
export type StaffPayoutsPage = z.infer<typeof staffPayoutsPage>;

/** `GET /api/v1/staff/payouts/negative-balances`: the largest debt first, at most 200. */
export const negativeBalances = z.object({ items: z.array(negativeBalance) });
export type NegativeBalances = z.infer<typeof negativeBalances>;

/**
 * `POST /api/v1/staff/payouts/export`. Payouts that were handed over before are in the file only with
 * `includeHandedOver`.
 */
export const transfersExport = staffReason.extend({ includeHandedOver: z.boolean().default(false) });
export type TransfersExport = z.output<typeof transfersExport>;

/** `POST /api/v1/staff/payouts/{id}/reveal`: the bank details to which a payout goes. The log records the access. */
export const transferDetails = z.object({ holder: z.string().nullable(), numbers: z.record(z.string(), z.string()) });
export type TransferDetails = z.infer<typeof transferDetails>;

/** A line of `POST /api/v1/staff/payouts/export`: a payout that is to be paid. `amount` is in dollars. */
export const payoutTransfer = z.object({
  payoutId: z.string(),
  amount: z.string(),
  currency: z.string(),
  holder: z.string(),
  scheme: z.string(),
  iban: z.string(),
  bic: z.string(),
  routingNumber: z.string(),
  sortCode: z.string(),
  institutionNumber: z.string(),
  transitNumber: z.string(),
  accountNumber: z.string(),
});
export type PayoutTransfer = z.infer<typeof payoutTransfer>;

/** `POST /api/v1/staff/payouts/{id}/paid`: what the bank calls the transfer. */
export const transferRecord = z.object({
  reference: z.string().trim().min(1, 'Enter the bank’s reference').max(100, 'Please use at most 100 characters'),
});
export type TransferRecord = z.infer<typeof transferRecord>;

/** `POST /api/v1/staff/payouts/{id}/returned`. `destinationWrong`: the bank did not accept the bank details. */
export const payoutReturn = staffReason.extend({ destinationWrong: z.boolean() });
export type PayoutReturn = z.infer<typeof payoutReturn>;

/**
 * `POST /api/v1/staff/payouts/{id}/failed`. After a handover, staff confirm with `notTransferred` that the money was
 * not transferred, or came back.
 */
export const payoutFailure = payoutReturn.extend({ notTransferred: z.boolean().default(false) });
export type PayoutFailure = z.output<typeof payoutFailure>;

/** `POST /api/v1/staff/people/search`: an id, an exact email address, or a word of the name of a professional. */
export const peopleSearch = z.object({ text: z.string().trim().min(2, 'Enter at least 2 characters').max(320) });
export type PeopleSearch = z.infer<typeof peopleSearch>;

export const personalFields = ['name', 'email', 'phone'] as const;
export type PersonalField = (typeof personalFields)[number];
/** What staff can see of a person's data: the fields of the account, and what has a route of its own. */
export type AccessedField = PersonalField | 'bankDetails' | 'gallery' | 'report' | 'refundRequest';
/** How many people a search finds at most. */
export const maxFoundPeople = 50;
/** How many accesses to a person's data staff see at most. The person's own export has all of them. */
export const maxShownAccesses = 200;

/**
 * A person; personal data is omitted. `shortName` is the name that the public profile of a professional shows. `has`
 * lists the personal fields that can be revealed; it is empty for an erased person.
 */
const foundPerson = z.object({
  id: z.uuid(),
  role: z.enum(roles),
  staffRoles: z.array(z.enum(staffRoles)),
  shortName: z.string().nullable(),
  emailVerified: z.boolean(),
  suspended: z.boolean(),
  createdAt: z.iso.datetime(),
  has: z.array(z.enum(personalFields)),
});
export type FoundPerson = z.infer<typeof foundPerson>;

export const foundPeople = z.object({ items: z.array(foundPerson) });
export type FoundPeople = z.infer<typeof foundPeople>;

/** That personal data was shown: which fields of the account, in how many events, to whom, and why. */
export const access = z.object({
  at: z.iso.datetime(),
  fields: z.array(z.string()),
  events: z.int(),
  by: z.object({ id: z.string(), role: z.string() }),
  reason: z.string().nullable(),
});
export type Access = z.infer<typeof access>;

/** `GET /api/v1/staff/people/{id}`: what a person has, and who has seen their personal data, the latest first. */
export const staffPerson = foundPerson.extend({
  bookings: bookingCounts,
  leads: z.object({ posted: z.int(), unlocked: z.int() }),
  galleries: z.int(),
  sessions: z.array(z.object({ createdAt: z.iso.datetime(), lastUsedAt: z.iso.datetime() })),
  accesses: z.array(access),
});
export type StaffPerson = z.infer<typeof staffPerson>;

/** `POST /api/v1/staff/people/{id}/reveal`. The log records the fields and the reason. */
export const personReveal = staffReason.extend({
  fields: z.array(z.enum(personalFields)).min(1, 'Choose what to show').max(personalFields.length),
});
export type PersonReveal = z.infer<typeof personReveal>;

/** `POST /api/v1/staff/people/{id}/{action}` */
export const staffPersonAction = z.enum(['suspend', 'reinstate', 'reset-factors'], 'This action does not exist');
export type StaffPersonAction = z.infer<typeof staffPersonAction>;

/** `POST /api/v1/staff/people/{id}/staff-roles`: gives a staff role to a person, or takes it away. */
export const staffRoleChange = staffReason.extend({ role: z.enum(staffRoles), held: z.boolean() });
export type StaffRoleChange = z.infer<typeof staffRoleChange>;

/** `POST /api/v1/staff/people/{id}/role`: changes the role that a person chose at sign-up. */
export const userRoleChange = staffReason.extend({ role: z.enum(roles, 'Please select a role') });
export type UserRoleChange = z.infer<typeof userRoleChange>;

/** The revealed values. Null if the person has none, or was erased. */
export const personalValues = z.object({
  name: z.string().nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
});
export type PersonalValues = z.infer<typeof personalValues>;

/**
 * Work on projections: `verify` compares each row with a fresh fold, `rebuild` folds again from the first event and
 * swaps the tables, `rollback` swaps back the table that a rebuild replaced, `prune` drops tables that nothing reads.
 */
export const maintenanceTasks = ['verify', 'rebuild', 'rollback', 'pause', 'resume', 'prune'] as const;
export type MaintenanceTask = (typeof maintenanceTasks)[number];

/** `POST /api/v1/staff/projections/maintenance`. One task runs at a time; `number` counts them from 1. */
export const maintenanceRequest = z.object({
  task: z.enum(maintenanceTasks),
  projections: z.array(z.string().max(100)).min(1, 'Choose a projection').max(200),
});
export type MaintenanceRequest = z.infer<typeof maintenanceRequest>;
export const startedMaintenance = z.object({ number: z.int() });
export type StartedMaintenance = z.infer<typeof startedMaintenance>;

/**
 * A task that staff started. `endedAt` is null while it is not finished, `failure` says why it failed. `tables` are
 * those that it rebuilt, verified or dropped, with the number of rows that differed from a fresh fold, or null if they
 * were not compared. `keys` are those of the first differing rows.
 */
const maintenanceEntry = z.object({
  number: z.int(),
  task: z.enum(maintenanceTasks),
  projections: z.array(z.string()),
  startedBy: z.object({ id: z.string(), role: z.string() }),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  tables: z.array(
    z.object({ name: z.string(), rows: z.int(), different: z.int().nullable(), keys: z.array(z.string()) }),
  ),
  failure: z.string().nullable(),
});
export type MaintenanceEntry = z.infer<typeof maintenanceEntry>;

/**
 * `GET /api/v1/staff/projections`: lag in events, and the age of the oldest of them in milliseconds. `done` is from 0
 * to 1, `folded` the events that a rebuild has folded. `maintenance` are the latest tasks, the newest first.
 * `leftovers` are tables that can be dropped: those that a rebuild replaced or did not finish, and those of versions
 * that no process has used for a day, each since when and with its size.
 */
export const staffProjections = z.object({
  maintenance: z.array(maintenanceEntry),
  leftovers: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(['kept', 'unfinished', 'other']),
      since: z.iso.datetime(),
      bytes: z.int(),
    }),
  ),
  items: z.array(
    z.object({
      name: z.string(),
      position: z.int(),
      behind: z.int(),
      age: z.int(),
      holder: z.string().nullable(),
      pausedAt: z.iso.datetime().nullable(),
      failure: z.string().nullable(),
      failedAt: z.int().nullable(),
      rebuild: z.object({ by: z.string(), since: z.iso.datetime(), done: z.number(), folded: z.int() }).nullable(),
      keptSince: z.iso.datetime().nullable(),
    }),
  ),
});
export type StaffProjections = z.infer<typeof staffProjections>;

/** `POST /api/v1/staff/integrity/verifications`. One verification runs at a time; `number` counts them from 1. */
export const startedLogVerification = z.object({ number: z.int() });
export type StartedLogVerification = z.infer<typeof startedLogVerification>;

/**
 * A verification of the log: `done` is the share that is done, from 0 to 1; `failure` says why it could not be
 * completed. Until it has ended, the figures are null: how many events were checked, through which position, how many
 * signed checkpoints match the log, and how many findings there are. `firstFindings` are the first 50.
 */
const logVerificationEntry = z.object({
  number: z.int(),
  startedBy: z.object({ id: z.string(), role: z.string() }),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  done: z.number(),
  events: z.int().nullable(),
  through: z.int().nullable(),
  checkpoints: z.int().nullable(),
  findings: z.int().nullable(),
  firstFindings: z.array(
    z.object({ position: z.int(), stream: z.string().nullable(), kind: z.string(), message: z.string() }),
  ),
  failure: z.string().nullable(),
});
export type LogVerificationEntry = z.infer<typeof logVerificationEntry>;

/**
 * `GET /api/v1/staff/integrity`: the position of the newest event, the latest verifications, and the signed checkpoints
 * with the fingerprint of the key that signed each, the newest first.
 */
export const staffIntegrity = z.object({
  head: z.int(),
  verifications: z.array(logVerificationEntry),
  checkpoints: z.object({
    count: z.int(),
    newest: z.array(z.object({ position: z.int(), at: z.iso.datetime(), hash: z.string(), key: z.string() })),
  }),
});
export type StaffIntegrity = z.infer<typeof staffIntegrity>;

/**
 * `GET /api/v1/staff/integrity/checkpoints`: the file of checkpoints as it is, one line of JSON for each, and the
 * public key that verifies their signatures, in PEM; null before the first checkpoint.
 */
export const logCheckpoints = z.object({ checkpoints: z.string(), publicKey: z.string().nullable() });
export type LogCheckpoints = z.infer<typeof logCheckpoints>;

const job = { queue: z.string().max(100), id: z.string().max(500) };

/** `GET /api/v1/staff/jobs`. `event` is the event that a job is about; the data of jobs is not shown. */
export const staffJobs = z.object({
  queues: z.array(
    z.object({
      name: z.string(),
      waiting: z.int(),
      active: z.int(),
      delayed: z.int(),
      failed: z.int(),
      workers: z.int(),
    }),
  ),
  workers: z.array(
    z.object({
      host: z.string(),
      pid: z.int(),
      queues: z.array(z.string()),
      followsLog: z.boolean(),
      startedAt: z.iso.datetime(),
      heartbeatAt: z.iso.datetime(),
    }),
  ),
  failed: z.array(
    z.object({
      ...job,
      name: z.string(),
      attempts: z.int(),
      reason: z.string(),
      failedAt: z.iso.datetime(),
      event: z.object({ stream: z.string(), version: z.int() }).nullable(),
    }),
  ),
});
export type StaffJobs = z.infer<typeof staffJobs>;

export const pendingStates = ['waiting', 'active', 'delayed'] as const;

/**
 * `GET /api/v1/staff/jobs/pending`: the jobs of a queue that wait, run, or are delayed. Delayed ones are in the order
 * in which they are due; of the others, the newest come first. While jobs start and end, a page can repeat or leave out
 * some of them.
 */
export const pendingJobsFilter = z.object({
  queue: z.string().max(100),
  state: z.enum(pendingStates, 'This state does not exist'),
  limit: z.coerce.number().int().min(1).max(100).default(50),
  cursor: z.string().max(200).optional(),
});
export type PendingJobsFilter = z.infer<typeof pendingJobsFilter>;

/** `dueAt` is null unless the job is delayed. `event` is the event that a job is about; its data is not shown. */
export const pendingJobsPage = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      attempts: z.int(),
      addedAt: z.iso.datetime(),
      dueAt: z.iso.datetime().nullable(),
      event: z.object({ stream: z.string(), version: z.int() }).nullable(),
    }),
  ),
  nextCursor: z.string().nullable(),
});
export type PendingJobsPage = z.infer<typeof pendingJobsPage>;

/** `POST /api/v1/staff/jobs/retry` and, with a reason, `POST /api/v1/staff/jobs/discard`. */
export const failedJob = z.object(job);
export type FailedJob = z.infer<typeof failedJob>;
export const failedJobDiscard = staffReason.extend(job);
export type FailedJobDiscard = z.infer<typeof failedJobDiscard>;

/** False if the job was retried or discarded before. */
export const failedJobChange = z.object({ changed: z.boolean() });
export type FailedJobChange = z.infer<typeof failedJobChange>;

export {
  adminRoles,
  allRoles,
  bookingRoles,
  moneyRoles,
  operationRoles,
  peopleRoles,
} from './staff-roles.contract.ts';
