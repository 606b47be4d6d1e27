import type { StaffRole } from '#identity';
import { receiptFields } from '#platform/audit';
import { listOf, type RouteAccess, within } from '#platform/module';

const lead =
  'id clientId clientName hasPhone eventType eventName eventDate description locationCity locationState venueType budgetMin budgetMax expectedAttendance durationDays servicesNeeded status leadPrice currency viewCount createdAt buyers buyersLimit unlocked mine matchScore matchReason';
/** `may` is null for the lead of another person. */
const otherLead = `${lead} may`;
const ownActions = within('may', 'change close markBooked withdraw');
const ownLead = `${lead} ${ownActions}`;
const publicLead =
  'id eventType eventDate locationCity locationState venueType budgetMin budgetMax expectedAttendance durationDays servicesNeeded leadPrice currency createdAt buyers buyersLimit';
const match = `matchScore matchReason ${within('factors[]', 'name points maximum text')} scoreVersion excluded`;
const writeResponse = 'id position';

/** The staff roles that may call each route. */
export const staffRoles = {
  'POST /api/v1/staff/leads/{id}/{action}': ['support', 'admin'],
  'POST /api/v1/staff/leads/{id}/purchases/{buyerId}/refund': ['finance', 'admin'],
  'POST /api/v1/staff/leads/{id}/purchases/{buyerId}/refund-request/{decision}': ['support', 'finance', 'admin'],
} as const satisfies Readonly<Record<string, readonly StaffRole[]>>;

/** Who may call each route, and which fields its responses have. */
export const access: RouteAccess = {
  matrix: `
GET  /api/v1/leads                        | -         | 401       | 200   | 200          | 200     | 200           | 200    | 200          | 200   | 200           | 403  | 401       | 401     | 401
GET  /api/v1/leads/public                 | -         | 200
GET  /api/v1/leads/mine                   | -         | 401       | 200   | 200          | 200     | 200           | 200    | 200          | 200   | 200           | 403  | 401       | 401     | 401
GET  /api/v1/leads/purchased              | -         | 401       | 200   | 200          | 200     | 200           | 200    | 200          | 200   | 200           | 403  | 401       | 401     | 401
POST /api/v1/leads                        | -         | 401       | 201   | 201          | 403     | 403           | 403    | 403          | 403   | 201           | 403  | 401       | 401     | 401
GET  /api/v1/leads/{id}                   | own       | .         | 200   | 200          | 200     | .             | 200    | .            | .     | .             | 403  | 401       | 401     | 401
GET  /api/v1/leads/{id}                   | foreign   | 401       | 200   | 200          | 200     | 200           | 200    | 200          | 200   | 200           | 403  | 401       | 401     | 401
GET  /api/v1/leads/{id}                   | withdrawn | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
GET  /api/v1/leads/{id}                   | missing   | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
PUT  /api/v1/leads/{id}                   | own       | .         | 200   | 200          | 404     | .             | 404    | .            | .     | .             | 403  | 401       | 401     | 401
PUT  /api/v1/leads/{id}                   | foreign   | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
PUT  /api/v1/leads/{id}                   | withdrawn | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
PUT  /api/v1/leads/{id}                   | missing   | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
GET  /api/v1/leads/{id}/match             | own       | .         | 403   | 403          | 200     | .             | 200    | .            | .     | .             | 403  | 401       | 401     | 401
GET  /api/v1/leads/{id}/match             | foreign   | 401       | 403   | 403          | 200     | 200           | 200    | 200          | 403   | 403           | 403  | 401       | 401     | 401
GET  /api/v1/leads/{id}/match             | missing   | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
POST /api/v1/leads/{id}/withdraw          | own       | .         | 204   | 204          | 404     | .             | 404    | .            | .     | .             | 403  | 401       | 401     | 401
POST /api/v1/leads/{id}/withdraw          | foreign   | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
POST /api/v1/leads/{id}/withdraw          | withdrawn | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
POST /api/v1/leads/{id}/withdraw          | missing   | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
POST /api/v1/leads/{id}/close             | own       | .         | 204   | 204          | 404     | .             | 404    | .            | .     | .             | 403  | 401       | 401     | 401
POST /api/v1/leads/{id}/close             | foreign   | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
POST /api/v1/leads/{id}/close             | withdrawn | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
POST /api/v1/leads/{id}/close             | missing   | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
POST /api/v1/leads/{id}/mark-booked       | own       | .         | 204   | 204          | 404     | .             | 404    | .            | .     | .             | 403  | 401       | 401     | 401
POST /api/v1/leads/{id}/mark-booked       | foreign   | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
POST /api/v1/leads/{id}/mark-booked       | withdrawn | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
POST /api/v1/leads/{id}/mark-booked       | missing   | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
GET  /api/v1/leads/{id}/purchases         | own       | .         | 200   | 200          | 404     | .             | 404    | .            | .     | .             | 403  | 401       | 401     | 401
GET  /api/v1/leads/{id}/purchases         | foreign   | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
GET  /api/v1/leads/{id}/purchases         | missing   | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
GET  /api/v1/leads/{id}/receipt           | own       | .         | 200   | 200          | 200     | .             | 200    | .            | .     | .             | 403  | 401       | 401     | 401
GET  /api/v1/leads/{id}/receipt           | foreign   | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
GET  /api/v1/leads/{id}/receipt           | missing   | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
POST /api/v1/leads/{id}/refund-request    | own       | .         | 404   | 404          | 200     | .             | 200    | .            | .     | .             | 403  | 401       | 401     | 401
POST /api/v1/leads/{id}/refund-request    | foreign   | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
POST /api/v1/leads/{id}/refund-request    | missing   | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
POST /api/v1/leads/views                  | -         | 401       | 403   | 403          | 204     | 204           | 204    | 204          | 403   | 403           | 403  | 401       | 401     | 401
POST /api/v1/staff/leads/{id}/{action}    | foreign   | 401       | 403   | 403          | 403     | 403           | 403    | 403          | 204   | 403           | 403  | 401       | 401     | 401
POST /api/v1/staff/leads/{id}/{action}    | missing   | 401       | 403   | 403          | 403     | 403           | 403    | 403          | 404   | 403           | 403  | 401       | 401     | 401
POST /api/v1/staff/leads/{id}/purchases/{buyerId}/refund | foreign | 401 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 401 | 401 | 401
POST /api/v1/staff/leads/{id}/purchases/{buyerId}/refund-request/{decision} | foreign | 401 | 403 | 403 | 403 | 403 | 403 | 403 | 204 | 403 | 403 | 401 | 401 | 401
POST /functions/v1/match-leads            | -         | 401       | 403   | 403          | 200     | 200           | 200    | 200          | 403   | 403           | 403  | 401       | 401     | 401
POST /functions/v1/create-lead-payment    | own       | .         | 403   | 403          | 409     | .             | 409    | .            | .     | .             | 403  | 401       | 401     | 401
POST /functions/v1/create-lead-payment    | foreign   | 401       | 403   | 403          | 200     | 200           | 200    | 200          | 403   | 403           | 403  | 401       | 401     | 401
POST /functions/v1/create-lead-payment    | missing   | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
`,
  staffRoles,
  fields: {
    'GET /api/v1/dashboard client': `postedLeads ${within('yourLeads[]', ownLead)}`,
    'GET /api/v1/dashboard pro': `leadPurchases ${within('newLeads[]', otherLead)}`,
    'GET /api/v1/leads': listOf(`${otherLead} ${ownActions}`),
    'GET /api/v1/leads/public': listOf(publicLead),
    'GET /api/v1/leads/mine client': listOf(ownLead),
    'GET /api/v1/leads/mine pro': 'items nextCursor',
    'GET /api/v1/leads/purchased client': 'items nextCursor',
    'GET /api/v1/leads/purchased pro': listOf(
      `${otherLead} purchasedAt contact.name contact.email contact.phone paidWith refundableUntil refundRequest`,
    ),
    'POST /api/v1/leads': writeResponse,
    'PUT /api/v1/leads/{id}': writeResponse,
    'GET /api/v1/leads/{id}': `${otherLead} ${ownActions}`,
    'GET /api/v1/leads/{id}/match': match,
    'GET /api/v1/leads/{id}/purchases': within('items[]', 'creatorId name purchasedAt'),
    'GET /api/v1/leads/{id}/receipt': receiptFields,
    'POST /api/v1/leads/{id}/refund-request': 'status',
    'POST /functions/v1/match-leads': `${within('matches[]', `${otherLead} ${match.replace(' excluded', '')}`)} nextCursor`,
    'POST /functions/v1/create-lead-payment': 'url',
  },
};
