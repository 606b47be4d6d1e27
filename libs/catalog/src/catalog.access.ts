import { listOf, type RouteAccess, within } from '#platform/module';

const creator = [
  'id displayName avatarUrl bio websiteUrl instagramHandle cancellationPolicy onboardingCompleted',
  within('rating', 'average count'),
  within('services[]', 'serviceType specialties yearsExperience'),
  within('locations[]', 'city state isPrimary travelRadius'),
  within('portfolio[]', 'id mediaUrl mediaType isFeatured title description width height thumbhash'),
  within('packages[]', 'id name description price currency durationHours deliverables isActive'),
].join(' ');
const writeResponse = 'id position';

/** Who may call each route, and which fields its responses have. */
export const access: RouteAccess = {
  matrix: `
GET  /api/v1/creators                     | -       | 200
GET  /api/v1/creators/featured            | -       | 200
GET  /api/v1/creators/{id}                | own     | .         | .     | .            | 200     | 200           | 200    | 200          | .     | .             | .    | .         | .       | .
GET  /api/v1/creators/{id}                | foreign | 200
GET  /api/v1/creators/{id}                | client  | 404
GET  /api/v1/creators/{id}                | missing | 404
GET  /api/v1/creators/{id}/availability   | own     | .         | .     | .            | 200     | 200           | 200    | 200          | .     | .             | .    | .         | .       | .
GET  /api/v1/creators/{id}/availability   | foreign | 200
GET  /api/v1/creators/{id}/availability   | client  | 404
GET  /api/v1/creators/{id}/availability   | missing | 404
POST /functions/v1/seed-dummy-vendors     | -       | 401       | 403   | 403          | 403     | 403           | 403    | 403          | 403   | 403           | 403  | 401       | 401     | 401
POST /functions/v1/delete-dummy-vendors   | -       | 401       | 403   | 403          | 403     | 403           | 403    | 403          | 403   | 403           | 403  | 401       | 401     | 401
GET  /api/v1/profile                      | -       | 401       | 403   | 403          | 200     | 200           | 200    | 200          | 403   | 403           | 403  | 401       | 401     | 401
PUT  /api/v1/profile                      | -       | 401       | 403   | 403          | 200     | 200           | 200    | 200          | 403   | 403           | 403  | 401       | 401     | 401
POST /api/v1/profile/onboarding           | -       | 401       | 403   | 403          | 201     | 201           | 201    | 201          | 403   | 403           | 403  | 401       | 401     | 401
GET  /api/v1/profile/availability         | -       | 401       | 403   | 403          | 200     | 200           | 200    | 200          | 403   | 403           | 403  | 401       | 401     | 401
PUT  /api/v1/profile/availability         | -       | 401       | 403   | 403          | 200     | 200           | 200    | 200          | 403   | 403           | 403  | 401       | 401     | 401
PUT  /api/v1/profile/service              | -       | 401       | 403   | 403          | 200     | 200           | 200    | 200          | 403   | 403           | 403  | 401       | 401     | 401
PUT  /api/v1/profile/location             | -       | 401       | 403   | 403          | 200     | 200           | 200    | 200          | 403   | 403           | 403  | 401       | 401     | 401
PUT  /api/v1/profile/packages             | -       | 401       | 403   | 403          | 200     | 200           | 200    | 200          | 403   | 403           | 403  | 401       | 401     | 401
PUT  /api/v1/profile/cancellation-policy  | -       | 401       | 403   | 403          | 200     | 200           | 200    | 200          | 403   | 403           | 403  | 401       | 401     | 401
POST /api/v1/profile/availability/feed    | -       | 401       | 403   | 403          | 200     | 200           | 200    | 200          | 403   | 403           | 403  | 401       | 401     | 401
PUT  /api/v1/profile/availability/subscription | -  | 401       | 403   | 403          | 200     | 200           | 200    | 200          | 403   | 403           | 403  | 401       | 401     | 401
DELETE /api/v1/profile/availability/subscription | - | 401       | 403   | 403          | 204     | 204           | 204    | 204          | 403   | 403           | 403  | 401       | 401     | 401
GET  /api/v1/calendars/{token}.ics        | own     | 200
GET  /api/v1/calendars/{token}.ics        | missing | 404
GET  /api/v1/profile/portfolio            | -       | 401       | 403   | 403          | 200     | 200           | 200    | 200          | 403   | 403           | 403  | 401       | 401     | 401
PUT  /api/v1/profile/portfolio/order      | -       | 401       | 403   | 403          | 204     | 204           | 204    | 204          | 403   | 403           | 403  | 401       | 401     | 401
PATCH /api/v1/profile/portfolio/{id}      | own     | .         | .     | .            | 204     | 204           | 204    | 204          | .     | .             | .    | .         | .       | .
PATCH /api/v1/profile/portfolio/{id}      | foreign | 401       | 403   | 403          | 404     | 404           | 404    | 404          | 403   | 403           | 403  | 401       | 401     | 401
PATCH /api/v1/profile/portfolio/{id}      | missing | 401       | 403   | 403          | 404     | 404           | 404    | 404          | 403   | 403           | 403  | 401       | 401     | 401
DELETE /api/v1/profile/portfolio/{id}     | own     | .         | .     | .            | 204     | 204           | 204    | 204          | .     | .             | .    | .         | .       | .
DELETE /api/v1/profile/portfolio/{id}     | foreign | 401       | 403   | 403          | 404     | 404           | 404    | 404          | 403   | 403           | 403  | 401       | 401     | 401
DELETE /api/v1/profile/portfolio/{id}     | missing | 401       | 403   | 403          | 404     | 404           | 404    | 404          | 403   | 403           | 403  | 401       | 401     | 401
`,
  bodies: {
    'PUT /api/v1/profile/portfolio/order': { pictureIds: [] },
    'PUT /api/v1/profile/availability/subscription': { url: 'https://calendar.invalid/basic.ics' },
    'PUT /api/v1/profile/availability': {
      weekdays: [1, 2, 3, 4, 5, 6, 7],
      capacity: 1,
      noticeDays: 0,
      blocked: [{ from: '2998-12-24', to: '2998-12-31', reason: 'Holidays' }],
    },
    'PUT /api/v1/profile/service': { serviceType: 'photographer', specialties: ['Weddings'], yearsExperience: 3 },
    'PUT /api/v1/profile/location': { country: 'US', city: 'Austin', state: 'TX', travelRadius: 50 },
    'PUT /api/v1/profile/packages': {
      packages: [{ name: 'Full day', price: 250_000, durationHours: 8, deliverables: ['Photos'] }],
    },
    'PUT /api/v1/profile/cancellation-policy': { cancellationPolicy: 'standard' },
  },
  fields: {
    'GET /api/v1/me': 'onboardingCompleted',
    'GET /api/v1/dashboard pro': 'missingFromProfile[]',
    'GET /api/v1/creators': `${listOf(creator)} similar`,
    'GET /api/v1/creators/featured': within('items[]', `${creator} isPaid`),
    'GET /api/v1/creators/{id}': creator,
    'GET /api/v1/creators/{id}/availability': within('items[]', 'date state'),
    'GET /api/v1/profile': creator,
    'GET /api/v1/profile/availability': `isSet weekdays capacity noticeDays ${within('blocked[]', 'from to reason')} ${within('booked[]', 'date bookings')} feedPath ${within('subscriptions[]', 'url checkedAt readAt problem busyDays')}`,
    'PUT /api/v1/profile/availability': writeResponse,
    'POST /api/v1/profile/availability/feed': 'path',
    'PUT /api/v1/profile/availability/subscription': writeResponse,
    'GET /api/v1/profile/portfolio': `${within(
      'items[]',
      'id mediaUrl mediaType isFeatured title description width height thumbhash status fileName reason',
    )} limit`,
    'PUT /api/v1/profile': writeResponse,
    'PUT /api/v1/profile/service': writeResponse,
    'PUT /api/v1/profile/location': writeResponse,
    'PUT /api/v1/profile/packages': writeResponse,
    'PUT /api/v1/profile/cancellation-policy': writeResponse,
    'POST /api/v1/profile/onboarding': writeResponse,
  },
};
