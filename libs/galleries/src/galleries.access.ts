import { listOf, type RouteAccess, within } from '#platform/module';

const previews = 'small medium large';
const gallery = [
  'id bookingId creatorId clientId name description status deliveryDate version acceptedAt reopenReason createdAt',
  'itemCount totalSize itemsProcessing itemsRefused originalsLocked',
  within('booking', 'id eventName eventType eventDate'),
  within('creator', 'id displayName'),
  within('client', 'id displayName'),
  within('cover', `width height thumbhash ${within('previews', previews)}`),
  within('may', 'upload edit markReady deliver reopen accept favorite download archive'),
].join(' ');
const item = [
  'id galleryId fileUrl fileName fileType fileSize title section isFavorite sortOrder createdAt',
  'state refusal width height thumbhash duration',
  within('previews', previews),
].join(' ');

/** Who may call each route, and which fields its responses have. */
export const access: RouteAccess = {
  matrix: `
GET /api/v1/galleries                                 | -       | 401 | 200 | 200 | 200 | 200 | 200 | 200 | 200 | 200 | 403 | 401 | 401 | 401
POST /api/v1/galleries                                | own     | .   | 403 | 403 | 201 | .   | 201 | .   | .   | .   | 403 | 401 | 401 | 401
POST /api/v1/galleries                                | foreign | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 401 | 401 | 401
POST /api/v1/galleries                                | missing | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 401 | 401 | 401
GET /api/v1/galleries/bookings                        | -       | 401 | 200 | 200 | 200 | 200 | 200 | 200 | 200 | 200 | 403 | 401 | 401 | 401
GET /api/v1/galleries/{id}                            | own     | .   | 200 | 200 | 200 | .   | 200 | .   | .   | .   | 403 | 401 | 401 | 401
GET /api/v1/galleries/{id}                            | foreign | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 200 | 404 | 403 | 401 | 401 | 401
GET /api/v1/galleries/{id}                            | missing | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 401 | 401 | 401
GET /api/v1/galleries/{id}/items                      | own     | .   | 200 | 200 | 200 | .   | 200 | .   | .   | .   | 403 | 401 | 401 | 401
GET /api/v1/galleries/{id}/items                      | foreign | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 200 | 404 | 403 | 401 | 401 | 401
GET /api/v1/galleries/{id}/items                      | missing | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 401 | 401 | 401
POST /api/v1/galleries/{id}/ready                     | own     | .   | 404 | 404 | 204 | .   | 204 | .   | .   | .   | 403 | 401 | 401 | 401
POST /api/v1/galleries/{id}/ready                     | foreign | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 404 | 403 | 401 | 401 | 401
POST /api/v1/galleries/{id}/ready                     | missing | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 401 | 401 | 401
POST /api/v1/galleries/{id}/deliver                   | own     | .   | 403 | 403 | 204 | .   | 204 | .   | .   | .   | 403 | 401 | 401 | 401
POST /api/v1/galleries/{id}/deliver                   | foreign | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 404 | 403 | 401 | 401 | 401
POST /api/v1/galleries/{id}/deliver                   | missing | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 401 | 401 | 401
POST /api/v1/galleries/{id}/reopen                    | own     | .   | 403 | 403 | 204 | .   | 204 | .   | .   | .   | 403 | 401 | 401 | 401
POST /api/v1/galleries/{id}/reopen                    | foreign | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 404 | 403 | 401 | 401 | 401
POST /api/v1/galleries/{id}/reopen                    | missing | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 401 | 401 | 401
POST /api/v1/galleries/{id}/accept                    | own     | .   | 204 | 204 | 403 | .   | 403 | .   | .   | .   | 403 | 401 | 401 | 401
POST /api/v1/galleries/{id}/accept                    | foreign | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 404 | 403 | 401 | 401 | 401
POST /api/v1/galleries/{id}/accept                    | missing | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 401 | 401 | 401
POST /api/v1/galleries/{id}/items/{itemId}/url        | own     | .   | 200 | 200 | 200 | .   | 200 | .   | .   | .   | 403 | 401 | 401 | 401
POST /api/v1/galleries/{id}/items/{itemId}/url        | foreign | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 200 | 404 | 403 | 401 | 401 | 401
POST /api/v1/galleries/{id}/items/{itemId}/url        | missing | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 401 | 401 | 401
POST /api/v1/galleries/{id}/archive                   | own     | .   | 200 | 200 | 200 | .   | 200 | .   | .   | .   | 403 | 401 | 401 | 401
POST /api/v1/galleries/{id}/archive                   | foreign | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 404 | 403 | 401 | 401 | 401
POST /api/v1/galleries/{id}/archive                   | missing | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 401 | 401 | 401
GET /storage/v1/archive/galleries/{id}/{version}/{variant} | own     | 200
GET /storage/v1/archive/galleries/{id}/{version}/{variant} | foreign | 404
GET /storage/v1/archive/galleries/{id}/{version}/{variant} | missing | 404
PATCH /api/v1/galleries/{id}/items/{itemId}           | own     | .   | 403 | 403 | 204 | .   | 204 | .   | .   | .   | 403 | 401 | 401 | 401
PATCH /api/v1/galleries/{id}/items/{itemId}           | foreign | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 404 | 403 | 401 | 401 | 401
PATCH /api/v1/galleries/{id}/items/{itemId}           | missing | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 401 | 401 | 401
DELETE /api/v1/galleries/{id}/items/{itemId}          | own     | .   | 403 | 403 | 204 | .   | 204 | .   | .   | .   | 403 | 401 | 401 | 401
DELETE /api/v1/galleries/{id}/items/{itemId}          | foreign | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 404 | 403 | 401 | 401 | 401
DELETE /api/v1/galleries/{id}/items/{itemId}          | missing | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 401 | 401 | 401
PUT /api/v1/galleries/{id}/items/{itemId}/favorite    | own     | .   | 204 | 204 | 403 | .   | 403 | .   | .   | .   | 403 | 401 | 401 | 401
PUT /api/v1/galleries/{id}/items/{itemId}/favorite    | foreign | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 404 | 403 | 401 | 401 | 401
PUT /api/v1/galleries/{id}/items/{itemId}/favorite    | missing | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 401 | 401 | 401
DELETE /api/v1/galleries/{id}/items/{itemId}/favorite | own     | .   | 204 | 204 | 403 | .   | 403 | .   | .   | .   | 403 | 401 | 401 | 401
DELETE /api/v1/galleries/{id}/items/{itemId}/favorite | foreign | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 404 | 403 | 401 | 401 | 401
DELETE /api/v1/galleries/{id}/items/{itemId}/favorite | missing | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 401 | 401 | 401
GET /api/v1/gallery-settings                          | -       | 401 | 200 | 200 | 200 | 200 | 200 | 200 | 200 | 200 | 403 | 401 | 401 | 401
PUT /api/v1/gallery-settings                          | -       | 401 | 403 | 403 | 204 | 204 | 204 | 204 | 403 | 403 | 403 | 401 | 401 | 401
`,
  fields: {
    'GET /api/v1/dashboard client': 'galleriesReceived',
    'GET /api/v1/dashboard pro': 'galleriesDelivered',
    'GET /api/v1/galleries': listOf(gallery),
    'POST /api/v1/galleries': 'id position',
    'GET /api/v1/galleries/bookings': within(
      'items[]',
      `id eventName eventType eventDate ${within('client', 'id displayName')}`,
    ),
    'GET /api/v1/galleries/{id}': gallery,
    'GET /api/v1/galleries/{id}/items': `${listOf(item)} previewsExpireAt`,
    'POST /api/v1/galleries/{id}/items/{itemId}/url': 'url expiresAt',
    'POST /api/v1/galleries/{id}/archive': 'url expiresAt fileCount size',
    'GET /api/v1/gallery-settings': 'lockOriginals',
  },
};
