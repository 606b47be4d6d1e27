import { z } from 'zod';
import { calendarDay, countries, isRegionOf, regionMessage, storedRegion } from '#catalog/contract';
import { eventTypes, venueTypes } from './lead-terms.contract.ts';

export {
  budgetCeiling,
  buyersPerLead,
  type EventType,
  eventTypes,
  highMatchScore,
  venueTypes,
} from './lead-terms.contract.ts';

export const leadId = z.templateLiteral(['lead-', z.uuid()], 'This lead does not exist');

/** How many days an event has. */
export const durationDays = z
  .int('Duration must be in whole days')
  .min(1, 'Duration must be at least 1 day')
  .max(60, 'Duration must be at most 60 days');

const budget = z
  .number('Budget must be positive')
  .int('Budget must be in whole cents')
  .min(0, 'Budget must be positive')
  .max(10_000_000_000, 'Budget must be at most $100,000,000');

const budgets = z.object({ budgetMin: budget, budgetMax: budget });

const region = z.object({
  country: z.enum(countries, 'Please choose a country').optional(),
  locationState: z
    .string('State is required')
    .trim()
    .min(1, 'State is required')
    .max(120, 'State must be at most 120 characters')
    .overwrite(storedRegion),
});

/**
 * `POST /api/v1/leads` and `PUT /api/v1/leads/{id}`. Budgets in cents. If a country is given, the state must be one of
 * its states. Without a country, a state of any country is accepted. Region names are unique, so the country is not
 * stored.
 */
export const leadPost = z
  .object({
    eventType: z.enum(eventTypes, 'Event type is required'),
    eventName: z.string().trim().max(160, 'Event name must be at most 160 characters').optional(),
    eventDate: calendarDay('Event date is required'),
    description: z
      .string('Description must be at least 50 characters')
      .trim()
      .min(50, 'Description must be at least 50 characters')
      .max(5000, 'Please use at most 5,000 characters'),
    locationCity: z
      .string('City is required')
      .trim()
      .min(1, 'City is required')
      .max(120, 'City must be at most 120 characters'),
    ...region.shape,
    venueType: z.enum(venueTypes, 'Please choose a venue type').optional(),
    ...budgets.shape,
    expectedAttendance: z
      .int('Attendance must be a whole number')
      .min(1, 'Attendance must be at least 1')
      .max(10_000_000, 'Attendance must be at most 10,000,000')
      .optional(),
    durationDays: durationDays.default(1),
    servicesNeeded: z
      .array(z.enum(['photographer', 'videographer', 'dj', 'design'], 'Please choose the services you need'))
      .max(4)
      .optional(),
  })
  .refine(({ budgetMin, budgetMax }) => budgetMin <= budgetMax, {
    path: ['budgetMax'],
    message: 'Maximum budget must be at least the minimum',
    // Reports this error together with the other errors, not only after they are fixed.
    when: ({ value }) => budgets.safeParse(value).success,
  })
  .refine(({ country, locationState }) => isRegionOf(locationState, country), {
    path: ['locationState'],
    error: ({ input }) => regionMessage((input as z.infer<typeof region>).country),
    when: ({ value }) => region.safeParse(value).success,
  });
export type LeadPost = z.infer<typeof leadPost>;

/** How many leads our pages ask for. */
export const leadsPageSize = 20;

const paging = {
  limit: z.coerce.number().int().min(1).max(100).default(leadsPageSize),
  cursor: z.string().max(200).optional(),
};

/** `GET /api/v1/leads`. `eventType=a,b`; budgets in cents. */
export const leadFilter = z.object({
  eventType: z
    .string()
    .transform((text) => text.split(',').filter((type) => type !== ''))
    .pipe(z.array(z.enum(eventTypes, 'This event type does not exist')))
    .optional(),
  budgetMin: z.coerce.number().int().min(0).optional(),
  budgetMax: z.coerce.number().int().min(0).optional(),
  location: z.string().trim().max(120).optional(),
  from: calendarDay().optional(),
  to: calendarDay().optional(),
  ...paging,
});
export type LeadFilter = z.infer<typeof leadFilter>;

/** `GET /api/v1/leads/mine` and `GET /api/v1/leads/purchased` */
export const leadsPaging = z.object(paging);
export type LeadsPaging = z.infer<typeof leadsPaging>;

const matchScore = z.int().min(0).max(100);

/** One part of a match score: its points of at most `maximum`, and why. The maximums of all factors add up to 100. */
export const matchFactor = z.object({
  name: z.enum(['service', 'distance', 'budget', 'date', 'text']),
  points: z.int(),
  maximum: z.int(),
  text: z.string(),
});
export type MatchFactor = z.infer<typeof matchFactor>;

/**
 * A lead as any signed-in user may see it. `clientName` is the full name for the client and for buyers, and the first
 * name with an initial for everyone else.
 */
export const lead = z.object({
  id: leadId,
  clientId: z.uuid(),
  clientName: z.string(),
  /** Whether buyers also get a phone number. */
  hasPhone: z.boolean(),
  eventType: z.enum(eventTypes),
  eventName: z.string().nullable(),
  eventDate: z.iso.date(),
  description: z.string(),
  locationCity: z.string(),
  locationState: z.string(),
  venueType: z.string().nullable(),
  budgetMin: z.int(),
  budgetMax: z.int(),
  expectedAttendance: z.int().nullable(),
  durationDays: z.int(),
  servicesNeeded: z.array(z.string()),
  status: z.enum(['active', 'closed', 'booked', 'expired', 'withdrawn', 'held', 'removed']),
  leadPrice: z.int(),
  currency: z.literal('USD'),
  /** How often it was viewed: once for each professional and day. */
  viewCount: z.int(),
  createdAt: z.iso.datetime(),
  buyers: z.int(),
  buyersLimit: z.int(),
  /** Whether the caller has a completed purchase of this lead. */
  unlocked: z.boolean(),
  /** Whether the caller posted this lead. */
  mine: z.boolean(),
  /** How well the lead fits the calling professional, 0 to 100, and why. Null for clients, and without a score. */
  matchScore: matchScore.nullable(),
  matchReason: z.string().nullable(),
  /** What the caller may do now with a lead that they posted; null for leads of others. */
  may: z.object({ change: z.boolean(), close: z.boolean(), markBooked: z.boolean(), withdraw: z.boolean() }).nullable(),
});
export type Lead = z.infer<typeof lead>;

/**
 * A lead as visitors without an account may see it: what event, when, in which city and for how much. Of the texts that
 * its client wrote it contains only the city, because the others may contain names or an address. The city is empty
 * unless it is one of the known cities of the region.
 */
export const publicLead = lead.pick({
  id: true,
  eventType: true,
  eventDate: true,
  locationCity: true,
  locationState: true,
  venueType: true,
  budgetMin: true,
  budgetMax: true,
  expectedAttendance: true,
  durationDays: true,
  servicesNeeded: true,
  leadPrice: true,
  currency: true,
  createdAt: true,
  buyers: true,
  buyersLimit: true,
});
export type PublicLead = z.infer<typeof publicLead>;

/** `GET /api/v1/leads/public`: active leads, the newest first. The query is that of `GET /api/v1/leads`. */
export const publicLeadsPage = z.object({ items: z.array(publicLead), nextCursor: z.string().nullable() });
export type PublicLeadsPage = z.infer<typeof publicLeadsPage>;

/** `GET /api/v1/leads` and `GET /api/v1/leads/mine` */
export const leadsPage = z.object({ items: z.array(lead), nextCursor: z.string().nullable() });
export type LeadsPage = z.infer<typeof leadsPage>;

export const matchedLead = lead.extend({
  matchScore,
  matchReason: z.string(),
  factors: z.array(matchFactor),
  /** The version of the rules by which the score was computed. */
  scoreVersion: z.int(),
});
export type MatchedLead = z.infer<typeof matchedLead>;

/**
 * `POST /functions/v1/match-leads`, without a body: the active leads that fit the calling professional, the highest
 * score first. The query selects leads as that of `GET /api/v1/leads` does.
 */
export const leadMatches = z.object({ matches: z.array(matchedLead), nextCursor: z.string().nullable() });
export type LeadMatches = z.infer<typeof leadMatches>;

/**
 * `GET /api/v1/leads/{id}/match`: why a lead has its score, computed now. `excluded` says why it is not among the
 * matches; there is no score then.
 */
export const leadMatch = z.object({
  matchScore: matchScore.nullable(),
  matchReason: z.string().nullable(),
  factors: z.array(matchFactor),
  scoreVersion: z.int(),
  excluded: z.string().nullable(),
});
export type LeadMatch = z.infer<typeof leadMatch>;

/**
 * The response to `POST /api/v1/leads` and `PUT /api/v1/leads/{id}`. `position` is that of its event in the event log.
 */
export const postedLead = z.object({ id: leadId, position: z.string() });
export type PostedLead = z.infer<typeof postedLead>;

/** Why a buyer requests a refund. */
export const refundCauses = ['duplicate', 'fake', 'unreachable', 'changed', 'withdrawn', 'not-hired', 'other'] as const;

/** `POST /api/v1/leads/{id}/refund-request`: within 30 days of the purchase, once for each purchase. */
export const refundRequest = z.object({
  cause: z.enum(refundCauses, 'Please choose a reason'),
  text: z.string().trim().max(1000, 'Please use at most 1,000 characters').optional(),
});
export type RefundRequest = z.infer<typeof refundRequest>;

/** The outcome of a request: `approved` at once if the log proves that the refund is due. */
export const refundOutcome = z.object({ status: z.enum(['open', 'approved', 'declined']) });
export type RefundOutcome = z.infer<typeof refundOutcome>;

/**
 * `GET /api/v1/leads/purchased`. The only response with the client's contact details, and only for completed purchases.
 */
export const purchasedLead = lead.extend({
  purchasedAt: z.iso.datetime(),
  contact: z.object({ name: z.string(), email: z.string(), phone: z.string().nullable() }),
  paidWith: z.enum(['card', 'credit']),
  /** Until when a refund can be requested. */
  refundableUntil: z.iso.datetime(),
  /** Null if the caller has not requested a refund of this purchase. An approved one ends the purchase. */
  refundRequest: z.enum(['open', 'approved', 'declined']).nullable(),
});
export type PurchasedLead = z.infer<typeof purchasedLead>;

/** `GET /api/v1/leads/purchased` */
export const purchasedLeadsPage = z.object({ items: z.array(purchasedLead), nextCursor: z.string().nullable() });
export type PurchasedLeadsPage = z.infer<typeof purchasedLeadsPage>;

/** `POST /api/v1/leads/views`: leads that the calling professional has just seen. Each counts once a day. */
export const leadsSeen = z.object({ leadIds: z.array(leadId).min(1).max(100) });
export type LeadsSeen = z.infer<typeof leadsSeen>;

/** `GET /api/v1/leads/{id}/purchases`, for the client who posted the lead: who unlocked it, the latest first. */
export const leadBuyers = z.object({
  items: z.array(z.object({ creatorId: z.uuid(), name: z.string(), purchasedAt: z.iso.datetime() })),
});
export type LeadBuyers = z.infer<typeof leadBuyers>;

/** A lead as staff find it, without the client's texts. `buyers` is how many professionals unlocked it. */
export const staffLead = lead.pick({
  id: true,
  clientId: true,
  eventType: true,
  eventDate: true,
  locationCity: true,
  locationState: true,
  status: true,
  buyers: true,
  createdAt: true,
});
export type StaffLead = z.infer<typeof staffLead>;

/**
 * `GET /api/v1/staff/leads`. `id` is a lead or the client who posted it; with the refund `failed`, only leads of which a
 * buyer waits for a refund whose job failed for good. All filters apply together.
 */
export const staffLeadFilter = z.object({
  ...paging,
  id: z.union([leadId, z.uuid()], 'Enter the full ID of a lead or a person').optional(),
  status: z.enum(['active', 'closed', 'booked', 'expired', 'withdrawn', 'held', 'removed']).optional(),
  refund: z.enum(['failed']).optional(),
});
export type StaffLeadFilter = z.infer<typeof staffLeadFilter>;
export const staffLeadsPage = z.object({ items: z.array(staffLead), nextCursor: z.string().nullable() });
export type StaffLeadsPage = z.infer<typeof staffLeadsPage>;

/** `POST /api/v1/staff/leads/{id}/{action}` */
export const staffLeadAction = z.enum(['hold', 'release', 'remove'], 'This action does not exist');
export type StaffLeadAction = z.infer<typeof staffLeadAction>;
export const staffReason = z.object({
  reason: z
    .string('Please give a reason')
    .trim()
    .min(1, 'Please give a reason')
    .max(500, 'Please use at most 500 characters'),
});
export type StaffReason = z.infer<typeof staffReason>;

/** `GET /api/v1/staff/refund-requests` */
export const refundRequestFilter = z.object({
  ...paging,
  status: z.enum(['open', 'approved', 'declined']).default('open'),
});
export type RefundRequestFilter = z.infer<typeof refundRequestFilter>;

/**
 * A request for a refund as staff see it. `text` is null once it is decided. `isPriority`: the buyer is on the Pro plan,
 * which has priority support. `hasUnreadCredit`: the buyer got a credit, because the client did not read their message.
 */
export const staffRefundRequest = z.object({
  id: z.string(),
  leadId,
  buyerId: z.uuid(),
  clientId: z.uuid().nullable(),
  eventType: z.enum(eventTypes).nullable(),
  eventDate: z.iso.date().nullable(),
  cause: z.enum(refundCauses),
  /** Whether the buyer wrote more than the cause, which staff can read as long as the request is open. */
  hasText: z.boolean(),
  paidWith: z.enum(['card', 'credit']),
  status: z.enum(['open', 'approved', 'declined']),
  isPriority: z.boolean(),
  hasUnreadCredit: z.boolean(),
  createdAt: z.iso.datetime(),
  decidedAt: z.iso.datetime().nullable(),
});
export type StaffRefundRequest = z.infer<typeof staffRefundRequest>;
export const staffRefundRequestsPage = z.object({
  items: z.array(staffRefundRequest),
  nextCursor: z.string().nullable(),
});
export type StaffRefundRequestsPage = z.infer<typeof staffRefundRequestsPage>;

/** `POST /api/v1/staff/leads/{id}/purchases/{buyerId}/refund-request/{decision}` */
export const refundRequestDecision = z.enum(['approve', 'decline'], 'This decision does not exist');
export type RefundRequestDecision = z.infer<typeof refundRequestDecision>;

/** The leads on a client's dashboard: how many they posted, and the newest of them. */
export const clientLeads = z.object({ postedLeads: z.int(), yourLeads: z.array(lead) });
export type ClientLeads = z.infer<typeof clientLeads>;

/**
 * The leads on a professional's dashboard: how many they unlocked, and of the newest active ones those that fit best.
 */
export const professionalLeads = z.object({ leadPurchases: z.int(), newLeads: z.array(lead) });
export type ProfessionalLeads = z.infer<typeof professionalLeads>;

/** `POST /functions/v1/create-lead-payment` returns `{ url }`. */
export const leadPayment = z.object({ leadId });
export type LeadPayment = z.infer<typeof leadPayment>;
