/**
 * Who may do what: the status of every route for every actor. A route that is not here fails the tests, and so does a row
 * without a route.
 *
 * `id` is whose thing the path or body names: own (for professionals also what they bought), foreign, missing (nobody's),
 * gone (foreign, and no longer on offer). A dot where an actor has no such thing; one status alone is everyone's.
 *
 * Staff has given a second factor; staff at aal1 has none. At aal1 alone is somebody who has one and did not give it.
 */
const matrix = `
route                                     | id      | anonymous | owner | other client | creator | other creator | vendor | other vendor | staff | staff at aal1 | aal1 | suspended | expired | signed out
GET  /api/v1/me                           | -       | 401       | 200   | 200          | 200     | 200           | 200    | 200          | 200   | 200           | 403  | 401       | 401     | 401
GET  /api/v1/me/export                    | -       | 401       | 200   | 200          | 200     | 200           | 200    | 200          | 200   | 200           | 403  | 401       | 401     | 401
DELETE /api/v1/me                         | own     | .         | 204   | 204          | 204     | 204           | 204    | 204          | .     | .             | 403  | 401       | 401     | 401
DELETE /api/v1/me                         | guessed | 401       | 400   | 400          | 400     | 400           | 400    | 400          | 400   | 400           | 403  | 401       | 401     | 401
GET  /api/v1/me/sessions                  | -       | 401       | 200   | 200          | 200     | 200           | 200    | 200          | 200   | 200           | 403  | 401       | 401     | 401
DELETE /api/v1/me/sessions/{id}           | own     | .         | 204   | 204          | 204     | 204           | 204    | 204          | 204   | 204           | 403  | 401       | 401     | 401
DELETE /api/v1/me/sessions/{id}           | foreign | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
DELETE /api/v1/me/sessions/{id}           | missing | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
GET  /api/v1/dashboard                    | -       | 401       | 200   | 200          | 200     | 200           | 200    | 200          | 200   | 200           | 403  | 401       | 401     | 401
POST /api/v1/not-found                    | -       | 204

GET  /api/v1/creators                     | -       | 200
GET  /api/v1/creators/featured            | -       | 200
GET  /api/v1/creators/{id}                | own     | .         | .     | .            | 200     | 200           | 200    | 200          | .     | .             | .    | .         | .       | .
GET  /api/v1/creators/{id}                | foreign | 200
GET  /api/v1/creators/{id}                | client  | 404
GET  /api/v1/creators/{id}                | missing | 404
GET  /api/v1/profile                      | -       | 401       | 403   | 403          | 200     | 200           | 200    | 200          | 403   | 403           | 403  | 401       | 401     | 401
PUT  /api/v1/profile                      | -       | 401       | 403   | 403          | 200     | 200           | 200    | 200          | 403   | 403           | 403  | 401       | 401     | 401
POST /api/v1/profile/onboarding           | -       | 401       | 403   | 403          | 201     | 201           | 201    | 201          | 403   | 403           | 403  | 401       | 401     | 401

GET  /api/v1/leads                        | -       | 401       | 200   | 200          | 200     | 200           | 200    | 200          | 200   | 200           | 403  | 401       | 401     | 401
GET  /api/v1/leads/mine                   | -       | 401       | 200   | 200          | 200     | 200           | 200    | 200          | 200   | 200           | 403  | 401       | 401     | 401
GET  /api/v1/leads/purchased              | -       | 401       | 200   | 200          | 200     | 200           | 200    | 200          | 200   | 200           | 403  | 401       | 401     | 401
POST /api/v1/leads                        | -       | 401       | 201   | 201          | 403     | 403           | 403    | 403          | 403   | 201           | 403  | 401       | 401     | 401
GET  /api/v1/leads/{id}                   | own     | .         | 200   | 200          | 200     | .             | 200    | .            | .     | .             | 403  | 401       | 401     | 401
GET  /api/v1/leads/{id}                   | foreign | 401       | 200   | 200          | 200     | 200           | 200    | 200          | 200   | 200           | 403  | 401       | 401     | 401
GET  /api/v1/leads/{id}                   | gone    | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
GET  /api/v1/leads/{id}                   | missing | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
POST /api/v1/leads/{id}/withdraw          | own     | .         | 204   | 204          | 404     | .             | 404    | .            | .     | .             | 403  | 401       | 401     | 401
POST /api/v1/leads/{id}/withdraw          | foreign | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
POST /api/v1/leads/{id}/withdraw          | gone    | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
POST /api/v1/leads/{id}/withdraw          | missing | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
POST /functions/v1/create-lead-payment    | own     | .         | 403   | 403          | 409     | .             | 409    | .            | .     | .             | 403  | 401       | 401     | 401
POST /functions/v1/create-lead-payment    | foreign | 401       | 403   | 403          | 200     | 200           | 200    | 200          | 403   | 403           | 403  | 401       | 401     | 401
POST /functions/v1/create-lead-payment    | missing | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401

GET  /api/v1/bookings                     | -       | 401       | 200   | 200          | 200     | 200           | 200    | 200          | 200   | 200           | 403  | 401       | 401     | 401
POST /api/v1/bookings                     | -       | 401       | 201   | 201          | 403     | 403           | 403    | 403          | 403   | 201           | 403  | 401       | 401     | 401
POST /api/v1/bookings                     | own     | .         | 201   | 201          | 201     | .             | 201    | .            | .     | .             | 403  | 401       | 401     | 401
POST /api/v1/bookings                     | foreign | 401       | 404   | 404          | 403     | 403           | 403    | 403          | 403   | 404           | 403  | 401       | 401     | 401
POST /api/v1/bookings                     | missing | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
GET  /api/v1/bookings/{id}                | own     | .         | 200   | 200          | 200     | .             | 200    | .            | .     | .             | 403  | 401       | 401     | 401
GET  /api/v1/bookings/{id}                | foreign | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 200   | 404           | 403  | 401       | 401     | 401
GET  /api/v1/bookings/{id}                | missing | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
GET  /api/v1/bookings/{id}/history        | own     | .         | 200   | 200          | 200     | .             | 200    | .            | .     | .             | 403  | 401       | 401     | 401
GET  /api/v1/bookings/{id}/history        | foreign | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 200   | 404           | 403  | 401       | 401     | 401
GET  /api/v1/bookings/{id}/history        | missing | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
POST /api/v1/bookings/{id}/confirm        | own     | .         | 403   | 403          | 204     | .             | 204    | .            | .     | .             | 403  | 401       | 401     | 401
POST /api/v1/bookings/{id}/confirm        | foreign | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 204   | 404           | 403  | 401       | 401     | 401
POST /api/v1/bookings/{id}/confirm        | missing | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
POST /api/v1/bookings/{id}/cancel         | own     | .         | 204   | 204          | 204     | .             | 204    | .            | .     | .             | 403  | 401       | 401     | 401
POST /api/v1/bookings/{id}/cancel         | foreign | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 204   | 404           | 403  | 401       | 401     | 401
POST /api/v1/bookings/{id}/cancel         | missing | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
POST /api/v1/bookings/{id}/complete       | own     | .         | 403   | 403          | 403     | .             | 403    | .            | .     | .             | 403  | 401       | 401     | 401
POST /api/v1/bookings/{id}/complete       | foreign | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 409   | 404           | 403  | 401       | 401     | 401
POST /api/v1/bookings/{id}/complete       | missing | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
POST /functions/v1/create-booking-payment | own     | .         | 200   | 200          | 403     | .             | 403    | .            | .     | .             | 403  | 401       | 401     | 401
POST /functions/v1/create-booking-payment | foreign | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 403   | 404           | 403  | 401       | 401     | 401
POST /functions/v1/create-booking-payment | missing | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401

POST /functions/v1/verify-payment         | own     | .         | 200   | 200          | 200     | .             | 200    | .            | .     | .             | 403  | 401       | 401     | 401
POST /functions/v1/verify-payment         | foreign | 401       | 200   | 200          | 200     | 200           | 200    | 200          | 200   | 200           | 403  | 401       | 401     | 401
POST /functions/v1/verify-payment         | missing | 401       | 200   | 200          | 200     | 200           | 200    | 200          | 200   | 200           | 403  | 401       | 401     | 401
POST /api/v1/payments/webhook             | -       | 400
GET  /sandbox/style.css                   | -       | 200
GET  /sandbox/checkout/{id}               | own     | .         | 200   | 200          | 200     | .             | 200    | .            | .     | .             | 200  | 200       | 200     | 200
GET  /sandbox/checkout/{id}               | foreign | 200
GET  /sandbox/checkout/{id}               | missing | 404
POST /sandbox/checkout/{id}/{action}      | own     | .         | 303   | 303          | 303     | .             | 303    | .            | .     | .             | 303  | 303       | 303     | 303
POST /sandbox/checkout/{id}/{action}      | foreign | 303
POST /sandbox/checkout/{id}/{action}      | missing | 303

POST /auth/v1/signup                      | -       | 200
POST /auth/v1/token                       | own     | .         | 200   | 200          | 200     | 200           | 200    | 200          | 200   | 200           | 200  | 400       | 200     | 200
POST /auth/v1/token                       | foreign | 400
POST /auth/v1/token                       | missing | 400
GET  /auth/v1/user                        | -       | 401       | 200   | 200          | 200     | 200           | 200    | 200          | 200   | 200           | 200  | 403       | 403     | 403
PUT  /auth/v1/user                        | -       | 401       | 200   | 200          | 200     | 200           | 200    | 200          | 200   | 200           | 401  | 403       | 403     | 403
POST /auth/v1/logout                      | -       | 401       | 204   | 204          | 204     | 204           | 204    | 204          | 204   | 204           | 204  | 403       | 403     | 403
POST /auth/v1/recover                     | own     | .         | 200   | 200          | 200     | 200           | 200    | 200          | 200   | 200           | 200  | 200       | 200     | 200
POST /auth/v1/recover                     | foreign | 200
POST /auth/v1/recover                     | missing | 200
POST /auth/v1/factors                     | -       | 401       | 200   | 200          | 200     | 200           | 200    | 200          | 200   | 200           | 403  | 403       | 403     | 403
POST /auth/v1/factors/{id}/challenge      | own     | .         | 200   | 200          | .       | .             | .      | .            | .     | .             | 200  | 403       | 403     | 403
POST /auth/v1/factors/{id}/challenge      | foreign | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 404  | 403       | 403     | 403
POST /auth/v1/factors/{id}/challenge      | missing | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 404  | 403       | 403     | 403
POST /auth/v1/factors/{id}/verify         | own     | .         | 422   | 422          | .       | .             | .      | .            | .     | .             | 422  | 403       | 403     | 403
POST /auth/v1/factors/{id}/verify         | foreign | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 404  | 403       | 403     | 403
POST /auth/v1/factors/{id}/verify         | missing | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 404  | 403       | 403     | 403
DELETE /auth/v1/factors/{id}              | own     | .         | 200   | 200          | .       | .             | .      | .            | .     | .             | 422  | 403       | 403     | 403
DELETE /auth/v1/factors/{id}              | foreign | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 404  | 403       | 403     | 403
DELETE /auth/v1/factors/{id}              | missing | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 404  | 403       | 403     | 403
GET  /auth/v1/link                        | -       | 200
GET  /auth/v1/verify                      | -       | 303
POST /auth/v1/verify                      | -       | 403
POST /auth/v1/otp                         | -       | 200
POST /auth/v1/magiclink                   | -       | 200
POST /auth/v1/resend                      | -       | 200
GET  /auth/v1/reauthenticate              | -       | 401       | 200   | 200          | 200     | 200           | 200    | 200          | 200   | 200           | 401  | 403       | 403     | 403
GET  /auth/v1/authorize                   | -       | 400
GET  /auth/v1/callback                    | -       | 302
POST /auth/v1/callback                    | -       | 303
GET  /auth/v1/user/identities/authorize   | -       | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 403       | 403     | 403
DELETE /auth/v1/user/identities/{id}      | own     | .         | 422   | 422          | 422     | 422           | 422    | 422          | 422   | 422           | 403  | 403       | 403     | 403
DELETE /auth/v1/user/identities/{id}      | foreign | 401       | 422   | 422          | 422     | 422           | 422    | 422          | 422   | 422           | 403  | 403       | 403     | 403
DELETE /auth/v1/user/identities/{id}      | missing | 401       | 422   | 422          | 422     | 422           | 422    | 422          | 422   | 422           | 403  | 403       | 403     | 403
GET  /auth/v1/.well-known/jwks.json       | -       | 200
GET  /auth/v1/.well-known/openid-configuration | - | 200
GET  /auth/v1/settings                    | -       | 200
GET  /auth/v1/health                      | -       | 200
ALL  /auth/v1/*                           | -       | 404

GET  /health/live                         | -       | 200
GET  /health/ready                        | -       | 200
GET  /mailbox                             | -       | 404
GET  /mailbox/{number}                    | -       | 404
GET  /mailbox/{number}/html               | -       | 404
GET  /plain/style.css                     | -       | 200
GET  /plain/fonts/{name}                  | own     | 200
GET  /plain/fonts/{name}                  | missing | 404
GET  /api/docs                            | -       | 200
GET  /api/docs/*                          | -       | 200
GET  /api/openapi.json                    | -       | 200
GET  /api/openapi.yaml                    | -       | 200
GET  /                                    | -       | 200
GET  /*                                   | -       | 200
`;

export const actors = [
  'anonymous',
  'owner',
  'other client',
  'creator',
  'other creator',
  'vendor',
  'other vendor',
  'staff',
  'staff at aal1',
  'aal1',
  'suspended',
  'expired',
  'signed out',
] as const;
export type Actor = (typeof actors)[number];
/** One row: the status every actor gets. */
export type Row = {
  readonly route: string;
  readonly id: string;
  readonly statuses: Readonly<Record<Actor, string>>;
};

const cellsOf = (line: string): string[] => line.split('|').map((cell) => cell.trim().replace(/ +/g, ' '));
const [head = '', ...lines] = matrix.split('\n').filter((line) => line.trim() !== '');

export const columns = cellsOf(head);
export const rows: readonly Row[] = lines.map((line) => {
  const [route = '', id = '', ...cells] = cellsOf(line);
  const statusOf = (column: number) => cells[cells.length === 1 ? 0 : column];
  return { route, id, statuses: Object.fromEntries(actors.map((actor, i) => [actor, statusOf(i)])) as Row['statuses'] };
});
export const routes = [...new Set(rows.map(({ route }) => route))];

const refused: readonly Actor[] = ['anonymous', 'aal1', 'suspended', 'expired', 'signed out'];
/** Who may open a socket. */
export const connected = actors.filter((actor) => !refused.includes(actor));
/** Who hears of what over it. */
export const heard: Readonly<Record<string, readonly Actor[]>> = {
  'the owner books the creator': ['owner', 'creator'],
  'the other client books the vendor': ['other client', 'vendor'],
  'the other client posts a lead': ['other client', 'creator', 'other creator', 'vendor', 'other vendor'],
  'the other creator unlocks a lead of the owner': ['owner', 'other creator'],
  'the vendor changes their profile': ['vendor'],
};

/** The screens, which are there once they have been built. */
export const screens = ['GET /', 'GET /*'];
/** Routes for people and tools that read about the others. */
export const documents = ['GET /api/docs', 'GET /api/docs/*', 'GET /api/openapi.json', 'GET /api/openapi.yaml'];

/** Where professionals who paid for a lead read how to reach its client. */
export const forBuyers = [
  'GET /api/v1/leads/purchased',
  'GET /api/v1/leads/{id}',
  'GET /api/v1/leads',
  'GET /api/v1/dashboard',
];

/** Fields below another: `within('client', 'id displayName')` is `client.id client.displayName`. */
const within = (name: string, fields: string): string =>
  fields
    .split(' ')
    .map((field) => `${name}.${field}`)
    .join(' ');
const listOf = (fields: string): string => `${within('items[]', fields)} nextCursor`;

const creator = [
  'id displayName avatarUrl bio websiteUrl instagramHandle onboardingCompleted portfolio',
  within('services[]', 'serviceType specialties yearsExperience'),
  within('locations[]', 'city state isPrimary travelRadius'),
  within('packages[]', 'id name description price currency durationHours deliverables isActive'),
].join(' ');
const lead =
  'id clientId clientName eventType eventName eventDate description locationCity locationState venueType budgetMin budgetMax expectedAttendance durationDays servicesNeeded status leadPrice currency viewCount createdAt buyers buyersLimit unlocked mine';
const booking = [
  'id leadId createdBy eventType eventName eventDate eventLocation eventDescription expectedAttendance',
  'totalAmount depositAmount balanceAmount currency depositPaid balancePaid refundDue status createdAt',
  within('client', 'id displayName'),
  within('creator', 'id displayName'),
  within('package', 'id name durationHours deliverables'),
  within('may', 'confirm cancel payDeposit payBalance'),
].join(' ');
const account =
  'id aud role email email_confirmed_at confirmed_at phone last_sign_in_at created_at updated_at is_anonymous';
const metadata = [
  within('app_metadata', 'provider providers app_role'),
  within('user_metadata', 'first_name last_name role phone email_verified'),
].join(' ');
const identity = within(
  'identities[]',
  'identity_id id user_id provider last_sign_in_at created_at updated_at email identity_data.sub identity_data.email identity_data.email_verified identity_data.phone_verified identity_data.first_name identity_data.last_name identity_data.phone',
);
const user = `${account} ${metadata} ${identity}`;
const factors = within(
  'factors[]',
  'id friendly_name factor_type status phone created_at updated_at last_challenged_at',
);
const session = (of: string): string =>
  `access_token token_type expires_in expires_at refresh_token ${within('user', of)}`;
const written = 'id position';

/** What an answer may hold, and no more: for a route, or for a route and who asks (professionals and clients differ). */
export const fields: Readonly<Record<string, string>> = {
  'GET /api/v1/me': 'id role displayName emailVerified onboardingCompleted staffRoles',
  'GET /api/v1/me/export': '*',
  'GET /api/v1/me/sessions': `${within('items[]', 'id device ip createdAt lastUsedAt here')} nextCursor`,
  'GET /api/v1/dashboard client': `role bookings postedLeads galleriesReceived ${within('yourBookings[]', booking)} ${within('yourLeads[]', lead)}`,
  'GET /api/v1/dashboard pro': `role activeBookings leadPurchases galleriesDelivered ${within('recentBookings[]', booking)} ${within('newLeads[]', lead)}`,
  'GET /api/v1/creators': listOf(creator),
  'GET /api/v1/creators/featured': within('items[]', creator),
  'GET /api/v1/creators/{id}': creator,
  'GET /api/v1/profile': creator,
  'PUT /api/v1/profile': written,
  'POST /api/v1/profile/onboarding': written,
  'GET /api/v1/leads': listOf(lead),
  'GET /api/v1/leads/mine client': listOf(lead),
  'GET /api/v1/leads/mine pro': 'items nextCursor',
  'GET /api/v1/leads/purchased client': 'items nextCursor',
  'GET /api/v1/leads/purchased pro': listOf(`${lead} purchasedAt contact.name contact.email contact.phone`),
  'POST /api/v1/leads': written,
  'GET /api/v1/leads/{id}': lead,
  'POST /functions/v1/create-lead-payment': 'url',
  'GET /api/v1/bookings': `${listOf(booking)} ${within('counts', 'all pending confirmed completed cancelled')}`,
  'POST /api/v1/bookings': written,
  'GET /api/v1/bookings/{id}': booking,
  'GET /api/v1/bookings/{id}/history': within(
    'items[]',
    'bookingId status entry changedBy changedByName notes createdAt',
  ),
  'POST /functions/v1/create-booking-payment': 'url',
  'POST /functions/v1/verify-payment': 'success message',
  'POST /auth/v1/signup': session(user),
  'POST /auth/v1/token': session(`${user} ${factors}`),
  'GET /auth/v1/user': `${user} ${factors}`,
  'PUT /auth/v1/user': `${user} ${factors}`,
  'POST /auth/v1/factors': `id type friendly_name ${within('totp', 'qr_code secret uri')}`,
  'POST /auth/v1/factors/{id}/challenge': 'id type expires_at',
  'DELETE /auth/v1/factors/{id}': 'id',
  'GET /auth/v1/.well-known/jwks.json': within('keys[]', 'kty crv x y kid alg use key_ops'),
  'GET /auth/v1/.well-known/openid-configuration':
    'issuer authorization_endpoint token_endpoint userinfo_endpoint jwks_uri response_types_supported response_modes_supported grant_types_supported subject_types_supported id_token_signing_alg_values_supported code_challenge_methods_supported',
  'GET /auth/v1/settings':
    'external.* disable_signup mailer_autoconfirm phone_autoconfirm sms_provider saml_enabled saml_private_key_next_configured passkeys_enabled',
  'GET /auth/v1/health': 'version name description',
  'GET /health/live': 'status',
  'GET /health/ready': 'status',
  'GET /api/openapi.json': '*',
};
