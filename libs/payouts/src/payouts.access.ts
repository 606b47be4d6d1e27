import { type RouteAccess, within } from '#platform/module';

const balances = 'held available inTransfer paidOut';
const payout = `id number amount status startedAt handedOverAt endedAt reference reason ${within('bookings[]', 'bookingId amount')}`;

/** Who may call each route, and which fields its responses have. */
export const access: RouteAccess = {
  matrix: `
GET /api/v1/payouts | - | 401 | 403 | 403 | 200 | 200 | 200 | 200 | 403 | 403 | 403 | 401 | 401 | 401
PUT /api/v1/payouts/destination | - | 401 | 409 | 409 | 409 | 409 | 409 | 409 | 409 | 409 | 403 | 401 | 401 | 401
GET /api/v1/payouts/bookings/{id} | own | . | 404 | 404 | 200 | . | 200 | . | . | . | 403 | 401 | 401 | 401
GET /api/v1/payouts/bookings/{id} | foreign | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 401 | 401 | 401
GET /api/v1/payouts/bookings/{id} | missing | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 401 | 401 | 401
`,
  fields: {
    'GET /api/v1/payouts': [
      `${within('balances', balances)} nextPayoutAt obstacle`,
      'destination',
      within('destination', 'scheme lastFour heldUntil changedAt'),
      within('entries[]', `bookingId state changesAt eventName eventType eventDate ${balances}`),
      within('payouts[]', payout),
    ].join(' '),
    'GET /api/v1/payouts/bookings/{id}': `bookingId state changesAt ${balances}`,
  },
  bodies: {
    'PUT /api/v1/payouts/destination': {
      bank: { scheme: 'us', holder: 'Bo Miller', routingNumber: '021000021', accountNumber: '123456789' },
      password: 'not the password',
    },
  },
};
