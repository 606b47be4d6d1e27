import { listOf, type RouteAccess, within } from '#platform/module';

const message = `id text isMine createdAt position ${within('attachments[]', 'id fileName kind size status reason width height thumbhash previewUrl largeUrl')}`;
const thread = [
  'id title eventDate bookingId leadId unread blocked partyLeft',
  within('other', 'id displayName avatarUrl'),
  within('lastMessage', message),
].join(' ');
const writeResponse = 'id position';

/** Who may call each route, and which fields its responses have. */
export const access: RouteAccess = {
  matrix: `
GET  /api/v1/threads                      | -       | 401       | 200   | 200          | 200     | 200           | 200    | 200          | 200   | 200           | 403  | 401       | 401     | 401
POST /api/v1/threads                      | own     | .         | 201   | 201          | 201     | .             | 201    | .            | .     | .             | 403  | 401       | 401     | 401
POST /api/v1/threads                      | foreign | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
POST /api/v1/threads                      | missing | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
${['GET  /api/v1/threads/{id}', 'GET  /api/v1/threads/{id}/messages'].map((route) => rowsOf(route, 200)).join('\n')}
${rowsOf('POST /api/v1/threads/{id}/messages', 201)}
${rowsOf('POST /api/v1/threads/{id}/attachments/{attachmentId}/url', 200)}
${['read', 'report', 'block', 'unblock'].map((verb) => rowsOf(`POST /api/v1/threads/{id}/${verb}`, 204)).join('\n')}
`,
  fields: {
    'GET /api/v1/threads': `${listOf(thread)} unread`,
    'POST /api/v1/threads': writeResponse,
    'GET /api/v1/threads/{id}': thread,
    'GET /api/v1/threads/{id}/messages': listOf(message),
    'POST /api/v1/threads/{id}/messages': writeResponse,
    'POST /api/v1/threads/{id}/attachments/{attachmentId}/url': 'url expiresAt',
  },
};

/** The rows of a route of a conversation: only its parties may use the route. */
function rowsOf(route: string, status: number): string {
  const own = `. | ${status} | ${status} | ${status} | . | ${status} | . | . | . | 403 | 401 | 401 | 401`;
  const others = '401 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 401 | 401 | 401';
  return [`${route} | own | ${own}`, `${route} | foreign | ${others}`, `${route} | missing | ${others}`].join('\n');
}
