import { receiptFields } from '#platform/audit';
import { listOf, type RouteAccess, within } from '#platform/module';

const booking = [
  'id leadId createdBy serviceType eventType eventName eventDate durationDays startTime timeZone eventLocation eventDescription expectedAttendance',
  'totalAmount depositAmount balanceAmount currency depositPaid balancePaid refundDue refunded refundedByBank cancellationRule refundPercent status createdAt',
  'expiresAt depositDueAt balanceDueDate overdue disputedBy dayTaken proposal',
  within('refundTerms', 'policy fullRefundDays halfRefundDays'),
  within('client', 'id displayName avatarUrl'),
  within('creator', 'id displayName avatarUrl'),
  'contact',
  within('contact', 'email phone'),
  within('package', 'id name durationHours deliverables'),
  within(
    'proposal',
    'number proposedBy eventDate durationDays startTime removesStartTime eventLocation packageName totalAmount',
  ),
  within('sameDay', 'confirmed pending'),
  within('may', 'confirm cancel payDeposit payBalance dispute resolveDispute propose acceptProposal'),
].join(' ');
const review = `id authorName rating text createdAt isEdited ${within('reply', 'text createdAt isEdited')} removedReason`;
const writeResponse = 'id position';

/** Who may call each route, and which fields its responses have. */
export const access: RouteAccess = {
  matrix: `
GET  /api/v1/bookings                     | -       | 401       | 200   | 200          | 200     | 200           | 200    | 200          | 200   | 200           | 403  | 401       | 401     | 401
POST /api/v1/bookings                     | -       | 401       | 201   | 201          | 403     | 403           | 403    | 403          | 403   | 201           | 403  | 401       | 401     | 401
POST /api/v1/bookings                     | own     | .         | 201   | 201          | 201     | .             | 201    | .            | .     | .             | 403  | 401       | 401     | 401
POST /api/v1/bookings                     | foreign | 401       | 404   | 404          | 403     | 403           | 403    | 403          | 403   | 404           | 403  | 401       | 401     | 401
POST /api/v1/bookings                     | missing | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
GET  /api/v1/bookings/{id}                | own     | .         | 200   | 200          | 200     | .             | 200    | .            | .     | .             | 403  | 401       | 401     | 401
GET  /api/v1/bookings/{id}                | foreign | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
GET  /api/v1/bookings/{id}                | missing | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
GET  /api/v1/bookings/{id}/history        | own     | .         | 200   | 200          | 200     | .             | 200    | .            | .     | .             | 403  | 401       | 401     | 401
GET  /api/v1/bookings/{id}/history        | foreign | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
GET  /api/v1/bookings/{id}/history        | missing | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
GET  /api/v1/bookings/{id}/receipt        | own     | .         | 200   | 200          | 200     | .             | 200    | .            | .     | .             | 403  | 401       | 401     | 401
GET  /api/v1/bookings/{id}/receipt        | foreign | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
GET  /api/v1/bookings/{id}/receipt        | missing | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
GET  /api/v1/bookings/{id}/payments/{part}/receipt | own     | .         | 200   | 200          | 200     | .             | 200    | .            | .     | .             | 403  | 401       | 401     | 401
GET  /api/v1/bookings/{id}/payments/{part}/receipt | foreign | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
GET  /api/v1/bookings/{id}/payments/{part}/receipt | missing | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
GET  /api/v1/bookings/{id}/versions       | own     | .         | 200   | 200          | 200     | .             | 200    | .            | .     | .             | 403  | 401       | 401     | 401
GET  /api/v1/bookings/{id}/versions       | foreign | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
GET  /api/v1/bookings/{id}/versions       | missing | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
GET  /api/v1/bookings/{id}/cancellation   | own     | .         | 200   | 200          | 200     | .             | 200    | .            | .     | .             | 403  | 401       | 401     | 401
GET  /api/v1/bookings/{id}/cancellation   | foreign | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
GET  /api/v1/bookings/{id}/cancellation   | missing | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
POST /api/v1/bookings/{id}/confirm        | own     | .         | 403   | 403          | 204     | .             | 204    | .            | .     | .             | 403  | 401       | 401     | 401
POST /api/v1/bookings/{id}/confirm        | foreign | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 403   | 404           | 403  | 401       | 401     | 401
POST /api/v1/bookings/{id}/confirm        | missing | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
POST /api/v1/bookings/{id}/cancel         | own     | .         | 204   | 204          | 204     | .             | 204    | .            | .     | .             | 403  | 401       | 401     | 401
POST /api/v1/bookings/{id}/cancel         | foreign | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 403   | 404           | 403  | 401       | 401     | 401
POST /api/v1/bookings/{id}/cancel         | missing | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
POST /api/v1/bookings/{id}/complete       | own     | .         | 403   | 403          | 403     | .             | 403    | .            | .     | .             | 403  | 401       | 401     | 401
POST /api/v1/bookings/{id}/complete       | foreign | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 403   | 404           | 403  | 401       | 401     | 401
POST /api/v1/bookings/{id}/complete       | missing | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
POST /api/v1/bookings/{id}/dispute        | own     | .         | 409   | 409          | 409     | .             | 409    | .            | .     | .             | 403  | 401       | 401     | 401
POST /api/v1/bookings/{id}/dispute        | foreign | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 403   | 404           | 403  | 401       | 401     | 401
POST /api/v1/bookings/{id}/dispute        | missing | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
POST /api/v1/bookings/{id}/dispute/resolve | own    | .         | 409   | 409          | 409     | .             | 409    | .            | .     | .             | 403  | 401       | 401     | 401
POST /api/v1/bookings/{id}/dispute/resolve | foreign | 401      | 404   | 404          | 404     | 404           | 404    | 404          | 403   | 404           | 403  | 401       | 401     | 401
POST /api/v1/bookings/{id}/dispute/resolve | missing | 401      | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
POST /api/v1/bookings/{id}/proposals      | own     | .         | 204   | 204          | 204     | .             | 204    | .            | .     | .             | 403  | 401       | 401     | 401
POST /api/v1/bookings/{id}/proposals      | foreign | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 403   | 404           | 403  | 401       | 401     | 401
POST /api/v1/bookings/{id}/proposals      | missing | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
POST /api/v1/bookings/{id}/proposals/{number}/accept | own     | .         | 409   | 409          | 409     | .             | 409    | .            | .     | .             | 403  | 401       | 401     | 401
POST /api/v1/bookings/{id}/proposals/{number}/accept | foreign | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 403   | 404           | 403  | 401       | 401     | 401
POST /api/v1/bookings/{id}/proposals/{number}/accept | missing | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
POST /api/v1/bookings/{id}/proposals/{number}/decline | own     | .         | 409   | 409          | 409     | .             | 409    | .            | .     | .             | 403  | 401       | 401     | 401
POST /api/v1/bookings/{id}/proposals/{number}/decline | foreign | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 403   | 404           | 403  | 401       | 401     | 401
POST /api/v1/bookings/{id}/proposals/{number}/decline | missing | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
GET  /api/v1/creators/{id}/reply-time     | own     | .         | .     | .            | 200     | 200           | 200    | 200          | .     | .             | .    | .         | .       | .
GET  /api/v1/creators/{id}/reply-time     | foreign | 200
GET  /api/v1/creators/{id}/reply-time     | client  | 404
GET  /api/v1/creators/{id}/reply-time     | missing | 404
GET  /api/v1/bookings/{id}/review | own | . | 200 | 200 | 200 | . | 200 | . | . | . | 403 | 401 | 401 | 401
GET  /api/v1/bookings/{id}/review | foreign | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 401 | 401 | 401
GET  /api/v1/bookings/{id}/review | missing | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 401 | 401 | 401
PUT  /api/v1/bookings/{id}/review | own | . | 409 | 409 | 403 | . | 403 | . | . | . | 403 | 401 | 401 | 401
PUT  /api/v1/bookings/{id}/review | foreign | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 401 | 401 | 401
PUT  /api/v1/bookings/{id}/review | missing | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 401 | 401 | 401
PUT  /api/v1/bookings/{id}/review/reply | own | . | 403 | 403 | 409 | . | 409 | . | . | . | 403 | 401 | 401 | 401
PUT  /api/v1/bookings/{id}/review/reply | foreign | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 401 | 401 | 401
PUT  /api/v1/bookings/{id}/review/reply | missing | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 401 | 401 | 401
GET  /api/v1/creators/{id}/reviews        | own     | .         | .     | .            | 200     | 200           | 200    | 200          | .     | .             | .    | .         | .       | .
GET  /api/v1/creators/{id}/reviews        | foreign | 200
GET  /api/v1/creators/{id}/reviews        | client | 404
GET  /api/v1/creators/{id}/reviews        | missing | 404
POST /functions/v1/create-booking-payment | own     | .         | 200   | 200          | 403     | .             | 403    | .            | .     | .             | 403  | 401       | 401     | 401
POST /functions/v1/create-booking-payment | foreign | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 403   | 404           | 403  | 401       | 401     | 401
POST /functions/v1/create-booking-payment | missing | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
`,
  fields: {
    'GET /api/v1/dashboard client': `bookings ${within('yourBookings[]', booking)}`,
    'GET /api/v1/dashboard pro': `activeBookings ${within('recentBookings[]', booking)}`,
    'GET /api/v1/bookings': `${listOf(booking)} ${within('counts', 'all pending confirmed completed cancelled')}`,
    'POST /api/v1/bookings': writeResponse,
    'GET /api/v1/bookings/{id}': booking,
    'GET /api/v1/bookings/{id}/cancellation': `rule percent refundAmount keptAmount currency graceUntil ${within('refundTerms', 'policy fullRefundDays halfRefundDays')}`,
    'GET /api/v1/bookings/{id}/history': within(
      'items[]',
      'bookingId version status entry changedBy changedByName notes createdAt',
    ),
    'GET /api/v1/bookings/{id}/receipt': receiptFields,
    'GET /api/v1/bookings/{id}/payments/{part}/receipt': receiptFields,
    'GET /api/v1/bookings/{id}/versions': `${within('items[]', 'version position at title changed')} ${within('items[]', within('facts[]', 'name value masked'))}`,
    'GET /api/v1/creators/{id}/reply-time': 'medianMinutes',
    'GET /api/v1/creators/{id}/reviews': `${listOf(`${review} reply`)} ${within('rating', 'average count')}`,
    'GET /api/v1/bookings/{id}/review': `review ${within('review', review)} ${within('may', 'write reply')} writeUntil replyUntil`,
    'POST /functions/v1/create-booking-payment': 'url',
  },
};
