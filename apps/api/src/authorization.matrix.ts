import { modules } from '../../modules.ts';

/**
 * The authorization matrix: the status of every route for every actor. The tests fail for a route without a row and for
 * a row without a route.
 *
 * `id` says whose resource the path or body names: own (for professionals also what they bought), foreign, withdrawn
 * (foreign, and no longer offered), missing (it does not exist). Of galleries it also says: draft, and original (the
 * files that are locked until the booking is paid); of links to them: revoked, expired, view (without downloads), and
 * other visit (with the token of a visit through another link). A dot means that the actor has no resource of this
 * kind. A single status applies to all actors.
 *
 * `staff` has given a second factor; `staff at aal1` has none. `aal1` is a person who has a second factor and did not
 * give it.
 */
const matrix = `
route                                     | id      | anonymous | owner | other client | creator | other creator | vendor | other vendor | staff | staff at aal1 | aal1 | suspended | expired | signed out
GET  /api/v1/me                           | -       | 401       | 200   | 200          | 200     | 200           | 200    | 200          | 200   | 200           | 403  | 401       | 401     | 401
GET  /api/v1/me/export                    | -       | 401       | 200   | 200          | 200     | 200           | 200    | 200          | 200   | 200           | 403  | 401       | 401     | 401
DELETE /api/v1/me                         | own     | .         | 204   | 204          | 204     | 204           | 204    | 204          | .     | .             | 403  | 401       | 401     | 401
DELETE /api/v1/me                         | guessed | 401       | 409   | 409          | 409     | 409           | 409    | 409          | 409   | 409           | 403  | 401       | 401     | 401
GET  /api/v1/dashboard                    | -       | 401       | 200   | 200          | 200     | 200           | 200    | 200          | 200   | 200           | 403  | 401       | 401     | 401
POST /api/v1/not-found                    | -       | 204
GET  /api/v1/contact                      | -       | 200

GET  /sandbox/style.css                   | -       | 200
GET  /sandbox/checkout/{id}               | own     | .         | 200   | 200          | 200     | .             | 200    | .            | .     | .             | 200  | 200       | 200     | 200
GET  /sandbox/checkout/{id}               | foreign | 200
GET  /sandbox/checkout/{id}               | missing | 404
POST /sandbox/checkout/{id}/{action}      | own     | .         | 303   | 303          | 303     | .             | 303    | .            | .     | .             | 303  | 303       | 303     | 303
POST /sandbox/checkout/{id}/{action}      | foreign | 303
POST /sandbox/checkout/{id}/{action}      | missing | 303

GET  /robots.txt                          | -       | 200
GET  /sitemap.xml                         | -       | 200
GET  /health/live                         | -       | 200
GET  /health/ready                        | -       | 200
GET  /mailbox                             | -       | 404
GET  /mailbox/{number}                    | -       | 404
GET  /mailbox/{number}/html               | -       | 404
GET  /plain/style.css                     | -       | 200
GET  /plain/fonts/{name}                  | own     | 200
GET  /plain/fonts/{name}                  | missing | 404
GET  /storage/v1/object/sign/galleries/*   | own     | 200
GET  /storage/v1/object/sign/galleries/*   | foreign | 404
GET  /storage/v1/object/sign/galleries/*   | missing | 404
GET  /storage/v1/object/public/galleries/* | own     | 200
GET  /storage/v1/object/public/galleries/* | missing | 404
OPTIONS /storage/v1/upload/resumable       | -       | 204
POST   /storage/v1/upload/resumable       | -       | 401       | 201   | 201          | 201     | 201           | 201    | 201          | 201   | 201           | 403  | 401       | 401     | 401
POST   /storage/v1/upload/resumable       | own     | .         | 404   | 404          | 201     | .             | 201    | .            | .     | .             | 403  | 401       | 401     | 401
POST   /storage/v1/upload/resumable       | foreign | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
POST   /storage/v1/upload/resumable       | missing | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
HEAD   /storage/v1/upload/resumable/{id}  | own     | .         | .     | .            | 200     | .             | 200    | .            | .     | .             | .    | .         | .       | .
HEAD   /storage/v1/upload/resumable/{id}  | foreign | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
HEAD   /storage/v1/upload/resumable/{id}  | missing | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
PATCH  /storage/v1/upload/resumable/{id}  | own     | .         | .     | .            | 204     | .             | 204    | .            | .     | .             | .    | .         | .       | .
PATCH  /storage/v1/upload/resumable/{id}  | foreign | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
PATCH  /storage/v1/upload/resumable/{id}  | missing | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
DELETE /storage/v1/upload/resumable/{id}  | own     | .         | .     | .            | 204     | .             | 204    | .            | .     | .             | .    | .         | .       | .
DELETE /storage/v1/upload/resumable/{id}  | foreign | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
DELETE /storage/v1/upload/resumable/{id}  | missing | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
GET  /api/docs                            | -       | 200
GET  /api/docs/*                          | -       | 200
GET  /api/openapi.json                    | -       | 200
GET  /api/openapi.yaml                    | -       | 200
GET  /                                    | -       | 200
GET  /*                                   | -       | 200
OPTIONS *                                 | -       | 404
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
/** One row: the status that each actor gets. */
export type Row = {
  readonly route: string;
  readonly id: string;
  readonly statuses: Readonly<Record<Actor, string>>;
};

const cellsOf = (line: string): string[] => line.split('|').map((cell) => cell.trim().replace(/ +/g, ' '));
const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');
const [head = '', ...ownLines] = linesOf(matrix);
const lines = [...ownLines, ...modules.flatMap(({ access }) => linesOf(access.matrix))];

export const columns = cellsOf(head);
export const rows: readonly Row[] = lines.map((line) => {
  const [route = '', id = '', ...cells] = cellsOf(line);
  const statusOf = (column: number) => cells[cells.length === 1 ? 0 : column];
  return { route, id, statuses: Object.fromEntries(actors.map((actor, i) => [actor, statusOf(i)])) as Row['statuses'] };
});
export const routes = [...new Set(rows.map(({ route }) => route))];

/** Actors without a session, or with one that is refused. */
export const actorsWithoutSession: readonly Actor[] = ['anonymous', 'aal1', 'suspended', 'expired', 'signed out'];
const isRefusedWithoutSession = ({ statuses }: Row): boolean =>
  actorsWithoutSession.every((actor) => ['.', actor === 'aal1' ? '403' : '401'].includes(statuses[actor]));
/** The routes of the API at which the session guard refuses all actors without a session. */
export const guardedRoutes: ReadonlySet<string> = new Set(
  routes
    .filter((route) => / \/(api|functions)\/v1\//.test(route))
    .filter((route) => rows.filter((row) => row.route === route).every(isRefusedWithoutSession)),
);
/** The actors who may open a socket. */
export const connectedActors = actors.filter((actor) => !actorsWithoutSession.includes(actor));
/** For each scenario, the actors who get a socket message about it. */
export const receiversOf: Readonly<Record<string, readonly Actor[]>> = {
  'the owner books the creator': ['owner', 'creator'],
  'the other client books the vendor': ['other client', 'vendor'],
  'the other client posts a lead': ['other client', 'creator', 'other creator', 'vendor', 'other vendor'],
  'the other creator unlocks a lead of the owner': ['owner', 'other creator'],
  'the owner chooses a favorite': ['owner', 'creator'],
  'the vendor changes their profile': ['vendor'],
};

/** The routes of the screens, which exist only after the frontend was built. */
export const screens = ['GET /', 'GET /*'];
/** The routes of the API documentation. */
export const documents = ['GET /api/docs', 'GET /api/docs/*', 'GET /api/openapi.json', 'GET /api/openapi.yaml'];

/**
 * The route with which @fastify/cors lets the router accept preflight requests. All other OPTIONS requests get 404
 * there.
 */
export const preflights = ['OPTIONS *'];

/** Routes that show a lead's contact details to the professionals who unlocked it. */
export const forBuyers = [
  'GET /api/v1/leads/purchased',
  'GET /api/v1/leads/{id}',
  'GET /api/v1/leads',
  'POST /functions/v1/match-leads',
  'GET /api/v1/dashboard',
];

/** Routes that show the other party's contact details to the parties of a confirmed booking. */
export const showingBookings = ['GET /api/v1/bookings', 'GET /api/v1/bookings/{id}', 'GET /api/v1/dashboard'];

/** Routes that show staff the personal data of these people, after the log has recorded it. */
export const revealing: Readonly<Record<string, readonly ('owner' | 'creator')[]>> = {
  'POST /api/v1/staff/people/{id}/reveal': ['owner'],
  'POST /api/v1/staff/events/{id}/reveal': ['owner'],
  'POST /api/v1/staff/bookings/{id}/evidence': ['owner', 'creator'],
  'POST /api/v1/staff/bookings/{id}/gallery': ['owner', 'creator'],
};

/** The staff roles that may call a route, where the module declares them. The actor `staff` has the role support. */
export const staffRolesOf = new Map(modules.flatMap(({ access }) => Object.entries(access.staffRoles ?? {})));

/**
 * The status that a member of staff with this role gets for this kind of id, given the status that the matrix has for
 * support.
 */
export const statusForRole = (route: string, role: string, id: string, supportStatus: string): string => {
  const allowedRoles = staffRolesOf.get(route);
  if (!allowedRoles) return supportStatus;
  if (!allowedRoles.includes(role)) return '403';
  if (supportStatus !== '403') return supportStatus;
  if (id === 'missing') return '404';
  const hasBody = route.startsWith('GET') || route in fields || route.endsWith('/export');
  return hasBody ? '200' : '204';
};

/**
 * The only fields that a response may have, for each route, or for each route and role where the role makes a
 * difference.
 */
const ownFields: Readonly<Record<string, string>> = {
  'GET /api/v1/me': 'id role displayName avatarUrl emailVerified staffRoles',
  'GET /api/v1/me/export': '*',
  'GET /health/live': 'status',
  'GET /health/ready': 'status',
  'GET /api/openapi.json': '*',
  'GET /api/v1/contact': 'email',
  'GET /api/v1/dashboard client': 'role',
  'GET /api/v1/dashboard pro': 'role',
};

/** Includes the fields that the modules add: one route can show fields of several modules. */
export const fields: Readonly<Record<string, string>> = modules
  .map(({ access }) => access.fields)
  .reduce<Record<string, string>>(
    (all, more) => {
      for (const [route, names] of Object.entries(more)) all[route] = all[route] ? `${all[route]} ${names}` : names;
      return all;
    },
    { ...ownFields },
  );

/** Request bodies that modules declare for routes that need nothing but a body. */
export const bodies: Readonly<Record<string, object>> = Object.assign(
  {},
  ...modules.map(({ access }) => access.bodies),
);

/** For routes with `{id}`: the route that creates a resource with such an id, as the modules declare it in `ids`. */
export const creatingRoutes: Readonly<Record<string, string>> = Object.assign(
  {},
  ...modules.map(({ access }) => access.ids),
);

/** The actors who may use a route for their own resources, or a route without an id. */
export const actorsAllowedAt = (route: string): readonly Actor[] => {
  const ownRows = rows.filter((row) => row.route === route && (row.id === 'own' || row.id === '-'));
  return actors.filter((actor) => ownRows.some(({ statuses }) => statuses[actor].startsWith('2')));
};
