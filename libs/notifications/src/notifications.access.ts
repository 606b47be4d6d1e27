import { type RouteAccess, within } from '#platform/module';

/** Who may call each route, and which fields its responses have. */
export const access: RouteAccess = {
  matrix: `
GET  /api/v1/notifications                | -       | 401       | 200   | 200          | 200     | 200           | 200    | 200          | 200   | 200           | 403  | 401       | 401     | 401
POST /api/v1/notifications/read           | -       | 401       | 204   | 204          | 204     | 204           | 204    | 204          | 204   | 204           | 403  | 401       | 401     | 401
GET  /api/v1/me/notification-preferences  | -       | 401       | 200   | 200          | 200     | 200           | 200    | 200          | 200   | 200           | 403  | 401       | 401     | 401
PUT  /api/v1/me/notification-preferences  | -       | 401       | 204   | 204          | 204     | 204           | 204    | 204          | 204   | 204           | 403  | 401       | 401     | 401
POST /api/v1/unsubscribe/{token}          | own     | 200
POST /api/v1/unsubscribe/{token}          | missing | 404
POST /unsubscribe/{token}                 | own     | 204
POST /unsubscribe/{token}                 | missing | 404
`,
  bodies: {
    'POST /api/v1/notifications/read': { upTo: 1 },
    'PUT /api/v1/me/notification-preferences': { items: [{ group: 'bookings', app: true, email: false }] },
  },
  fields: {
    'GET /api/v1/notifications': `${within('items[]', 'id kind title text path createdAt position isUnread')} nextCursor unread`,
    'GET /api/v1/me/notification-preferences': within('items[]', 'group app email'),
    'POST /api/v1/unsubscribe/{token}': 'group',
  },
};
