import { turnFields } from '#ai';
import { staffGalleryFields } from '#galleries';
import type { StaffRole } from '#identity';
import { listOf, type RouteAccess, within } from '#platform/module';
import { adminRoles, allRoles, bookingRoles, moneyRoles, operationRoles, peopleRoles } from './staff-roles.contract.ts';

const entry = [
  'id position at stream version type title module onBehalfOf source request correlation causation bookingId leadId galleryId',
  within('actor', 'id kind role'),
].join(' ');
const timelineEntry = `${entry} reason hash ${within('details[]', 'name value masked')} ${within('changes[]', 'name before after')}`;
const timelinePage = `${within('items[]', timelineEntry)} complete verified ${within('verified', 'through at')} nextCursor`;

const booking = `id status payment disputed eventType eventDate lastDate totalAmount paidAmount refundedAmount refundDue createdAt clientId ${within('creator', 'id shortName')}`;
const bookings = listOf(booking);

const person = 'id role staffRoles shortName emailVerified suspended createdAt has';

const results = within('items[]', `version ${within('results[]', 'title count')}`);
const reports = [
  'proIds nextCursor',
  within(
    'bookings[]',
    `id status eventType eventDate clientId ${within('creator', 'id shortName')} ${within('reports[]', 'reportedBy reason createdAt')}`,
  ),
  within(
    'conversations[]',
    `id threadId bookingId reportedBy reason createdAt clientId ${within('creator', 'id shortName')}`,
  ),
].join(' ');

/** The staff roles that may call each route. */
export const staffRoles = {
  'GET /api/v1/staff/overview': allRoles,
  'GET /api/v1/staff/events': operationRoles,
  'GET /api/v1/staff/events/{id}': operationRoles,
  'GET /api/v1/staff/events/{id}/chain': allRoles,
  'POST /api/v1/staff/events/{id}/reveal': peopleRoles,
  'GET /api/v1/staff/bookings': bookingRoles,
  'POST /api/v1/staff/bookings/search': bookingRoles,
  'POST /api/v1/staff/bookings/export': moneyRoles,
  'GET /api/v1/staff/bookings/{id}/timeline': bookingRoles,
  'GET /api/v1/staff/bookings/{id}/versions': bookingRoles,
  'GET /api/v1/staff/leads': bookingRoles,
  'GET /api/v1/staff/leads/{id}/timeline': bookingRoles,
  'GET /api/v1/staff/bookings/{id}/actions': peopleRoles,
  'POST /api/v1/staff/bookings/{id}/cancel': peopleRoles,
  'POST /api/v1/staff/bookings/{id}/evidence': bookingRoles,
  'GET /api/v1/staff/bookings/{id}/gallery': bookingRoles,
  'POST /api/v1/staff/bookings/{id}/gallery': peopleRoles,
  'POST /api/v1/staff/bookings/{id}/{action}': peopleRoles,
  'GET /api/v1/staff/payouts': moneyRoles,
  'GET /api/v1/staff/payouts/negative-balances': moneyRoles,
  'POST /api/v1/staff/payouts/export': moneyRoles,
  'POST /api/v1/staff/payouts/{id}/reveal': moneyRoles,
  'POST /api/v1/staff/payouts/{id}/paid': moneyRoles,
  'POST /api/v1/staff/payouts/{id}/failed': moneyRoles,
  'POST /api/v1/staff/payouts/{id}/returned': moneyRoles,
  'POST /api/v1/staff/people/search': peopleRoles,
  'GET /api/v1/staff/people/{id}': peopleRoles,
  'POST /api/v1/staff/people/{id}/reveal': peopleRoles,
  'POST /api/v1/staff/people/{id}/role': adminRoles,
  'POST /api/v1/staff/people/{id}/staff-roles': adminRoles,
  'POST /api/v1/staff/people/{id}/{action}': adminRoles,
  'GET /api/v1/staff/conversations': peopleRoles,
  'POST /api/v1/staff/conversations/{id}/reveal': peopleRoles,
  'GET /api/v1/staff/projections': operationRoles,
  'POST /api/v1/staff/projections/maintenance': operationRoles,
  'GET /api/v1/staff/jobs': operationRoles,
  'GET /api/v1/staff/jobs/pending': operationRoles,
  'GET /api/v1/staff/integrity': operationRoles,
  'GET /api/v1/staff/integrity/checkpoints': operationRoles,
  'POST /api/v1/staff/integrity/verifications': operationRoles,
  'GET /metrics': operationRoles,
  'POST /api/v1/staff/jobs/retry': operationRoles,
  'POST /api/v1/staff/jobs/discard': operationRoles,
  'GET /api/v1/staff/reviews': peopleRoles,
  'POST /api/v1/staff/reviews/{id}/{action}': peopleRoles,
  'GET /api/v1/staff/refund-requests': bookingRoles,
  'POST /api/v1/staff/refund-requests/reveal': bookingRoles,
  'GET /api/v1/staff/reports': bookingRoles,
  'POST /api/v1/staff/reports/reveal': bookingRoles,
  'POST /api/v1/staff/reports/conversations/{id}/close': peopleRoles,
} as const satisfies Readonly<Record<string, readonly StaffRole[]>>;

/** Who may call each route, and which fields its responses have. */
export const access: RouteAccess = {
  matrix: `
GET  /api/v1/receipts/jwks.json           | -       | 200
GET  /api/v1/leads/{id}/results           | own       | .         | 200   | 200          | 200     | .             | 200    | .            | .     | .             | 403  | 401       | 401     | 401
GET  /api/v1/leads/{id}/results           | foreign   | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
GET  /api/v1/leads/{id}/results           | missing   | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
GET /api/v1/galleries/{id}/results                    | own     | .   | 200 | 200 | 200 | .   | 200 | .   | .   | .   | 403 | 401 | 401 | 401
GET /api/v1/galleries/{id}/results                    | foreign | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 401 | 401 | 401
GET /api/v1/galleries/{id}/results                    | missing | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 401 | 401 | 401
GET /api/v1/galleries/{id}/results                    | draft   | .   | 404 | 404 | 200 | .   | 200 | .   | .   | .   | .   | .   | .   | .
GET  /api/v1/bookings/{id}/payments/{part}/results | own     | .         | 200   | 200          | 200     | .             | 200    | .            | .     | .             | 403  | 401       | 401     | 401
GET  /api/v1/bookings/{id}/payments/{part}/results | foreign | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
GET  /api/v1/bookings/{id}/payments/{part}/results | missing | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
GET  /api/v1/bookings/{id}/results        | own     | .         | 200   | 200          | 200     | .             | 200    | .            | .     | .             | 403  | 401       | 401     | 401
GET  /api/v1/bookings/{id}/results        | foreign | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
GET  /api/v1/bookings/{id}/results        | missing | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
GET  /api/v1/staff/overview               | -       | 401       | 403   | 403          | 403     | 403           | 403    | 403          | 200   | 403           | 403  | 401       | 401     | 401
GET  /api/v1/staff/events                 | -       | 401       | 403   | 403          | 403     | 403           | 403    | 403          | 403   | 403           | 403  | 401       | 401     | 401
GET  /api/v1/staff/events/{id}            | foreign | 401       | 403   | 403          | 403     | 403           | 403    | 403          | 403   | 403           | 403  | 401       | 401     | 401
GET  /api/v1/staff/events/{id}/chain      | foreign | 401       | 403   | 403          | 403     | 403           | 403    | 403          | 200   | 403           | 403  | 401       | 401     | 401
POST /api/v1/staff/events/{id}/reveal | foreign | 401 | 403 | 403 | 403 | 403 | 403 | 403 | 200 | 403 | 403 | 401 | 401 | 401
POST /api/v1/staff/events/{id}/reveal | missing | 401 | 403 | 403 | 403 | 403 | 403 | 403 | 404 | 403 | 403 | 401 | 401 | 401
GET  /api/v1/staff/bookings               | -       | 401       | 403   | 403          | 403     | 403           | 403    | 403          | 200   | 403           | 403  | 401       | 401     | 401
POST /api/v1/staff/bookings/search        | -       | 401       | 403   | 403          | 403     | 403           | 403    | 403          | 200   | 403           | 403  | 401       | 401     | 401
POST /api/v1/staff/bookings/export | - | 401 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 401 | 401 | 401
GET  /api/v1/staff/bookings/{id}/timeline | foreign | 401       | 403   | 403          | 403     | 403           | 403    | 403          | 200   | 403           | 403  | 401       | 401     | 401
GET  /api/v1/staff/bookings/{id}/timeline | missing | 401       | 403   | 403          | 403     | 403           | 403    | 403          | 404   | 403           | 403  | 401       | 401     | 401
GET  /api/v1/staff/bookings/{id}/versions | foreign | 401       | 403   | 403          | 403     | 403           | 403    | 403          | 200   | 403           | 403  | 401       | 401     | 401
GET  /api/v1/staff/bookings/{id}/versions | missing | 401       | 403   | 403          | 403     | 403           | 403    | 403          | 404   | 403           | 403  | 401       | 401     | 401
GET  /api/v1/staff/leads               | -       | 401       | 403   | 403          | 403     | 403           | 403    | 403          | 200   | 403           | 403  | 401       | 401     | 401
GET  /api/v1/staff/leads/{id}/timeline | foreign | 401       | 403   | 403          | 403     | 403           | 403    | 403          | 200   | 403           | 403  | 401       | 401     | 401
GET  /api/v1/staff/leads/{id}/timeline | missing | 401       | 403   | 403          | 403     | 403           | 403    | 403          | 404   | 403           | 403  | 401       | 401     | 401
GET  /api/v1/staff/bookings/{id}/actions | foreign | 401 | 403 | 403 | 403 | 403 | 403 | 403 | 200 | 403 | 403 | 401 | 401 | 401
GET  /api/v1/staff/bookings/{id}/actions | missing | 401 | 403 | 403 | 403 | 403 | 403 | 403 | 404 | 403 | 403 | 401 | 401 | 401
POST /api/v1/staff/bookings/{id}/cancel | foreign | 401 | 403 | 403 | 403 | 403 | 403 | 403 | 204 | 403 | 403 | 401 | 401 | 401
POST /api/v1/staff/bookings/{id}/cancel | missing | 401 | 403 | 403 | 403 | 403 | 403 | 403 | 404 | 403 | 403 | 401 | 401 | 401
POST /api/v1/staff/bookings/{id}/evidence | foreign | 401 | 403 | 403 | 403 | 403 | 403 | 403 | 200 | 403 | 403 | 401 | 401 | 401
POST /api/v1/staff/bookings/{id}/evidence | missing | 401 | 403 | 403 | 403 | 403 | 403 | 403 | 404 | 403 | 403 | 401 | 401 | 401
GET /api/v1/staff/bookings/{id}/gallery | foreign | 401 | 403 | 403 | 403 | 403 | 403 | 403 | 200 | 403 | 403 | 401 | 401 | 401
GET /api/v1/staff/bookings/{id}/gallery | missing | 401 | 403 | 403 | 403 | 403 | 403 | 403 | 404 | 403 | 403 | 401 | 401 | 401
POST /api/v1/staff/bookings/{id}/gallery | foreign | 401 | 403 | 403 | 403 | 403 | 403 | 403 | 200 | 403 | 403 | 401 | 401 | 401
POST /api/v1/staff/bookings/{id}/gallery | missing | 401 | 403 | 403 | 403 | 403 | 403 | 403 | 404 | 403 | 403 | 401 | 401 | 401
POST /api/v1/staff/bookings/{id}/{action} | foreign | 401 | 403 | 403 | 403 | 403 | 403 | 403 | 204 | 403 | 403 | 401 | 401 | 401
POST /api/v1/staff/bookings/{id}/{action} | missing | 401 | 403 | 403 | 403 | 403 | 403 | 403 | 404 | 403 | 403 | 401 | 401 | 401
GET /api/v1/staff/payouts | - | 401 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 401 | 401 | 401
GET /api/v1/staff/payouts/negative-balances | - | 401 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 401 | 401 | 401
POST /api/v1/staff/payouts/export | - | 401 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 401 | 401 | 401
POST /api/v1/staff/payouts/{id}/reveal | foreign | 401 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 401 | 401 | 401
POST /api/v1/staff/payouts/{id}/reveal | missing | 401 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 401 | 401 | 401
POST /api/v1/staff/payouts/{id}/paid | foreign | 401 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 401 | 401 | 401
POST /api/v1/staff/payouts/{id}/paid | missing | 401 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 401 | 401 | 401
POST /api/v1/staff/payouts/{id}/failed | foreign | 401 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 401 | 401 | 401
POST /api/v1/staff/payouts/{id}/failed | missing | 401 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 401 | 401 | 401
POST /api/v1/staff/payouts/{id}/returned | foreign | 401 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 401 | 401 | 401
POST /api/v1/staff/payouts/{id}/returned | missing | 401 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 401 | 401 | 401
POST /api/v1/staff/people/search | - | 401 | 403 | 403 | 403 | 403 | 403 | 403 | 200 | 403 | 403 | 401 | 401 | 401
GET /api/v1/staff/people/{id} | foreign | 401 | 403 | 403 | 403 | 403 | 403 | 403 | 200 | 403 | 403 | 401 | 401 | 401
GET /api/v1/staff/people/{id} | missing | 401 | 403 | 403 | 403 | 403 | 403 | 403 | 404 | 403 | 403 | 401 | 401 | 401
POST /api/v1/staff/people/{id}/reveal | foreign | 401 | 403 | 403 | 403 | 403 | 403 | 403 | 200 | 403 | 403 | 401 | 401 | 401
POST /api/v1/staff/people/{id}/reveal | missing | 401 | 403 | 403 | 403 | 403 | 403 | 403 | 404 | 403 | 403 | 401 | 401 | 401
POST /api/v1/staff/people/{id}/role | foreign | 401 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 401 | 401 | 401
POST /api/v1/staff/people/{id}/staff-roles | foreign | 401 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 401 | 401 | 401
POST /api/v1/staff/people/{id}/{action} | foreign | 401 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 401 | 401 | 401
GET /api/v1/staff/conversations | - | 401 | 403 | 403 | 403 | 403 | 403 | 403 | 200 | 403 | 403 | 401 | 401 | 401
POST /api/v1/staff/conversations/{id}/reveal | foreign | 401 | 403 | 403 | 403 | 403 | 403 | 403 | 200 | 403 | 403 | 401 | 401 | 401
POST /api/v1/staff/conversations/{id}/reveal | missing | 401 | 403 | 403 | 403 | 403 | 403 | 403 | 404 | 403 | 403 | 401 | 401 | 401
GET /api/v1/staff/projections | - | 401 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 401 | 401 | 401
POST /api/v1/staff/projections/maintenance | - | 401 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 401 | 401 | 401
GET /api/v1/staff/integrity | - | 401 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 401 | 401 | 401
GET /api/v1/staff/integrity/checkpoints | - | 401 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 401 | 401 | 401
POST /api/v1/staff/integrity/verifications | - | 401 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 401 | 401 | 401
GET /metrics | - | 401 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 401 | 401 | 401
GET /api/v1/staff/jobs | - | 401 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 401 | 401 | 401
GET /api/v1/staff/jobs/pending | - | 401 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 401 | 401 | 401
POST /api/v1/staff/jobs/retry | - | 401 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 401 | 401 | 401
POST /api/v1/staff/jobs/discard | - | 401 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 403 | 401 | 401 | 401
GET /api/v1/staff/reviews | - | 401 | 403 | 403 | 403 | 403 | 403 | 403 | 200 | 403 | 403 | 401 | 401 | 401
POST /api/v1/staff/reviews/{id}/{action} | foreign | 401 | 403 | 403 | 403 | 403 | 403 | 403 | 204 | 403 | 403 | 401 | 401 | 401
POST /api/v1/staff/reviews/{id}/{action} | missing | 401 | 403 | 403 | 403 | 403 | 403 | 403 | 404 | 403 | 403 | 401 | 401 | 401
GET  /api/v1/staff/refund-requests        | -       | 401       | 403   | 403          | 403     | 403           | 403    | 403          | 200   | 403           | 403  | 401       | 401     | 401
POST /api/v1/staff/refund-requests/reveal | - | 401 | 403 | 403 | 403 | 403 | 403 | 403 | 200 | 403 | 403 | 401 | 401 | 401
POST /api/v1/staff/reports/reveal | - | 401 | 403 | 403 | 403 | 403 | 403 | 403 | 200 | 403 | 403 | 401 | 401 | 401
GET  /api/v1/staff/reports                | -       | 401       | 403   | 403          | 403     | 403           | 403    | 403          | 200   | 403           | 403  | 401       | 401     | 401
POST /api/v1/staff/reports/conversations/{id}/close | foreign | 401 | 403 | 403 | 403 | 403 | 403 | 403 | 204 | 403 | 403 | 401 | 401 | 401
POST /api/v1/staff/reports/conversations/{id}/close | missing | 401 | 403 | 403 | 403 | 403 | 403 | 403 | 404 | 403 | 403 | 401 | 401 | 401
`,
  staffRoles,
  fields: {
    'GET /api/v1/staff/overview': `openReports waitingPayouts leads ${within('leads', 'held failedRefunds')} bookings ${within('bookings', 'disputed overdue refundsDue failedRefunds lateDeliveries')} operation ${within('operation', 'failedJobs stoppedProjections behind age verifiedAt logFindings')}`,
    'GET /api/v1/staff/events': listOf(entry),
    'GET /api/v1/staff/events/{id}': `${entry} recordedAt reason shape hash hidden data.*`,
    'GET /api/v1/staff/events/{id}/chain': `${within('items[]', timelineEntry)} complete`,
    'GET /api/v1/bookings/{id}/results': results,
    'GET /api/v1/bookings/{id}/payments/{part}/results': results,
    'GET /api/v1/leads/{id}/results': results,
    'GET /api/v1/galleries/{id}/results': results,
    'GET /api/v1/receipts/jwks.json': within('keys[]', 'kty crv x kid alg use'),
    'GET /api/v1/staff/bookings': bookings,
    'POST /api/v1/staff/bookings/search': bookings,
    'GET /api/v1/staff/bookings/{id}/versions': `${within('items[]', 'version position at title changed')} ${within('items[]', within('facts[]', 'name value masked'))}`,
    'GET /api/v1/staff/bookings/{id}/timeline': timelinePage,
    'GET /api/v1/staff/bookings/{id}/gallery':
      'id status dueDate isLate deliveryDate version acceptedAt filesRemovedAt itemCount totalSize originalsLocked',
    'POST /api/v1/staff/bookings/{id}/gallery': staffGalleryFields,
    'GET /api/v1/staff/leads': listOf(
      'id clientId eventType eventDate locationCity locationState status buyers createdAt',
    ),
    'GET /api/v1/staff/leads/{id}/timeline': timelinePage,
    'GET /api/v1/staff/bookings/{id}/actions': `${within('may', 'confirm cancel complete reopen resolve-dispute')} ${within('refunds[]', 'decision percent refundAmount keptAmount')}`,
    'POST /api/v1/staff/bookings/{id}/evidence': [
      `takenAt complete ${within('booking', booking)} ${within('client', 'id name email')} ${within('professional', 'id name email')}`,
      `${within('items[]', timelineEntry)} ${within('checkpoint', 'position at hash')}`,
    ].join(' '),
    'GET /api/v1/staff/payouts': listOf(
      [
        'id number amount status startedAt handedOverAt endedAt reference reason scheme lastFour handedOverBy',
        within('handedOverBy', 'id role'),
        within('problems[]', 'problem bookingId'),
        within('bookings[]', 'bookingId amount'),
        within('professional', 'id shortName'),
      ].join(' '),
    ),
    'POST /api/v1/staff/payouts/{id}/reveal': `holder ${within('numbers', 'routingNumber accountNumber')}`,
    'GET /api/v1/staff/payouts/negative-balances': within(
      'items[]',
      `available ${within('professional', 'id shortName')}`,
    ),
    'POST /api/v1/staff/events/{id}/reveal': within('fields[]', 'name value'),
    'POST /api/v1/staff/people/search': within('items[]', person),
    'GET /api/v1/staff/people/{id}': [
      `${person} galleries ${within('bookings', 'all pending confirmed completed cancelled')} ${within('leads', 'posted unlocked')}`,
      `${within('sessions[]', 'createdAt lastUsedAt')} ${within('accesses[]', 'at fields events reason')} ${within('accesses[].by', 'id role')}`,
    ].join(' '),
    'POST /api/v1/staff/people/{id}/reveal': 'name email phone',
    'GET /api/v1/staff/conversations': listOf('id personId questions startedAt expiresAt'),
    'POST /api/v1/staff/conversations/{id}/reveal': [
      'id personId startedAt expiresAt',
      within('turns[]', turnFields),
    ].join(' '),
    'GET /api/v1/staff/projections': [
      within('items[]', 'name position behind age holder pausedAt failure failedAt rebuild keptSince'),
      within('maintenance[]', 'number task projections startedBy.id startedBy.role startedAt endedAt failure'),
      within('maintenance[].tables[]', 'name rows different keys'),
      within('leftovers[]', 'name kind since bytes'),
    ].join(' '),
    'POST /api/v1/staff/projections/maintenance': 'number',
    'GET /api/v1/staff/integrity': [
      'head checkpoints.count',
      within(
        'verifications[]',
        'number startedBy.id startedBy.role startedAt endedAt done failure events through checkpoints findings',
      ),
      within('verifications[].firstFindings[]', 'position stream kind message'),
      within('checkpoints.newest[]', 'position at hash key'),
    ].join(' '),
    'GET /api/v1/staff/integrity/checkpoints': 'checkpoints publicKey',
    'POST /api/v1/staff/integrity/verifications': 'number',
    'GET /api/v1/staff/jobs': [
      within('queues[]', 'name waiting active delayed failed workers'),
      within('workers[]', 'host pid queues followsLog startedAt heartbeatAt'),
      within('failed[]', 'queue id name attempts reason failedAt event.stream event.version'),
    ].join(' '),
    'GET /api/v1/staff/jobs/pending': listOf('id name attempts addedAt dueAt event.stream event.version'),
    'POST /api/v1/staff/jobs/retry': 'changed',
    'POST /api/v1/staff/jobs/discard': 'changed',
    'GET /api/v1/staff/reviews': listOf(
      `id bookingId rating text reply createdAt removedReason ${within('creator', 'id shortName')}`,
    ),
    'POST /api/v1/staff/refund-requests/reveal': within('items[]', 'id text'),
    'GET /api/v1/staff/refund-requests': listOf(
      'id leadId buyerId clientId eventType eventDate cause hasText paidWith status isPriority hasUnreadCredit createdAt decidedAt',
    ),
    'GET /api/v1/staff/reports': reports,
    'POST /api/v1/staff/reports/reveal': reports,
  },
};
