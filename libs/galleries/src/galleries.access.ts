import { receiptFields } from '#platform/audit';
import { listOf, type RouteAccess, within } from '#platform/module';

const previews = 'small medium large';
const cover = `width height thumbhash previewsExpireAt ${within('previews', previews)}`;
const facts = [
  'id bookingId creatorId clientId name description status dueDate isLate deliveryDate version acceptedAt removalDate filesRemovedAt reopenReason createdAt',
  'itemCount totalSize itemsProcessing itemsRefused originalsLocked',
  within('booking', 'id eventName eventType eventDate'),
  within('creator', 'id displayName'),
  within('client', 'id displayName'),
].join(' ');
const gallery = [
  facts,
  within('cover', cover),
  within('may', 'upload edit markReady deliver reopen accept favorite download archive share'),
].join(' ');
const item = [
  'id file fileName fileType fileSize title section isFavorite sortOrder createdAt',
  'state refusal width height thumbhash duration signatures',
].join(' ');
/** What a list of items has besides them. */
const list = 'galleryId previewUrl previewsExpireAt';

const linkFacts = 'id access hasPassword hasPin expiresAt revokedAt createdAt';
const visitFacts = 'kind access itemId createdAt';

/** The fields of a gallery that staff examine. */
export const staffGalleryFields = [
  facts,
  within('items[]', item),
  within('links[]', `${linkFacts} ${within('visits[]', visitFacts)}`),
  `nextCursor ${list}`,
].join(' ');

/** Who may call each route, and which fields its responses have. */
export const access: RouteAccess = {
  matrix: `
GET /api/v1/galleries                                 | -       | 401 | 200 | 200 | 200 | 200 | 200 | 200 | 200 | 200 | 403 | 401 | 401 | 401
POST /api/v1/galleries                                | own     | .   | 403 | 403 | 201 | .   | 201 | .   | .   | .   | 403 | 401 | 401 | 401
POST /api/v1/galleries                                | foreign | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 401 | 401 | 401
POST /api/v1/galleries                                | missing | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 401 | 401 | 401
GET /api/v1/galleries/bookings                        | -       | 401 | 200 | 200 | 200 | 200 | 200 | 200 | 200 | 200 | 403 | 401 | 401 | 401
GET /api/v1/bookings/{id}/delivery                    | own     | .   | 200 | 200 | 200 | .   | 200 | .   | .   | .   | 403 | 401 | 401 | 401
GET /api/v1/bookings/{id}/delivery                    | foreign | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 401 | 401 | 401
GET /api/v1/bookings/{id}/delivery                    | missing | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 401 | 401 | 401
GET /api/v1/galleries/{id}                            | own     | .   | 200 | 200 | 200 | .   | 200 | .   | .   | .   | 403 | 401 | 401 | 401
GET /api/v1/galleries/{id}                            | foreign | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 401 | 401 | 401
GET /api/v1/galleries/{id}                            | missing | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 401 | 401 | 401
GET /api/v1/galleries/{id}                            | draft   | .   | 404 | 404 | 200 | .   | 200 | .   | .   | .   | .   | .   | .   | .
GET /api/v1/galleries/{id}/receipt                    | own     | .   | 200 | 200 | 200 | .   | 200 | .   | .   | .   | 403 | 401 | 401 | 401
GET /api/v1/galleries/{id}/receipt                    | foreign | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 401 | 401 | 401
GET /api/v1/galleries/{id}/receipt                    | missing | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 401 | 401 | 401
GET /api/v1/galleries/{id}/receipt                    | draft   | .   | 404 | 404 | 200 | .   | 200 | .   | .   | .   | .   | .   | .   | .
GET /api/v1/galleries/{id}/items                      | own     | .   | 200 | 200 | 200 | .   | 200 | .   | .   | .   | 403 | 401 | 401 | 401
GET /api/v1/galleries/{id}/items                      | foreign | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 401 | 401 | 401
GET /api/v1/galleries/{id}/items                      | missing | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 401 | 401 | 401
GET /api/v1/galleries/{id}/items                      | draft   | .   | 404 | 404 | 200 | .   | 200 | .   | .   | .   | .   | .   | .   | .
PATCH /api/v1/galleries/{id}/items                    | own     | .   | 403 | 403 | 204 | .   | 204 | .   | .   | .   | 403 | 401 | 401 | 401
PATCH /api/v1/galleries/{id}/items                    | foreign | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 401 | 401 | 401
PATCH /api/v1/galleries/{id}/items                    | missing | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 401 | 401 | 401
PATCH /api/v1/galleries/{id}/order                    | own     | .   | 403 | 403 | 204 | .   | 204 | .   | .   | .   | 403 | 401 | 401 | 401
PATCH /api/v1/galleries/{id}/order                    | foreign | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 401 | 401 | 401
PATCH /api/v1/galleries/{id}/order                    | missing | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 401 | 401 | 401
POST /api/v1/galleries/{id}/ready                     | own     | .   | 404 | 404 | 204 | .   | 204 | .   | .   | .   | 403 | 401 | 401 | 401
POST /api/v1/galleries/{id}/ready                     | foreign | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 401 | 401 | 401
POST /api/v1/galleries/{id}/ready                     | missing | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 401 | 401 | 401
POST /api/v1/galleries/{id}/deliver                   | own     | .   | 403 | 403 | 204 | .   | 204 | .   | .   | .   | 403 | 401 | 401 | 401
POST /api/v1/galleries/{id}/deliver                   | foreign | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 401 | 401 | 401
POST /api/v1/galleries/{id}/deliver                   | missing | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 401 | 401 | 401
POST /api/v1/galleries/{id}/reopen                    | own     | .   | 403 | 403 | 204 | .   | 204 | .   | .   | .   | 403 | 401 | 401 | 401
POST /api/v1/galleries/{id}/reopen                    | foreign | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 401 | 401 | 401
POST /api/v1/galleries/{id}/reopen                    | missing | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 401 | 401 | 401
POST /api/v1/galleries/{id}/accept                    | own     | .   | 204 | 204 | 403 | .   | 403 | .   | .   | .   | 403 | 401 | 401 | 401
POST /api/v1/galleries/{id}/accept                    | foreign | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 401 | 401 | 401
POST /api/v1/galleries/{id}/accept                    | missing | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 401 | 401 | 401
POST /api/v1/galleries/{id}/items/{itemId}/url        | own     | .   | 200 | 200 | 200 | .   | 200 | .   | .   | .   | 403 | 401 | 401 | 401
POST /api/v1/galleries/{id}/items/{itemId}/url        | foreign | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 401 | 401 | 401
POST /api/v1/galleries/{id}/items/{itemId}/url        | missing | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 401 | 401 | 401
POST /api/v1/galleries/{id}/items/{itemId}/url        | draft   | .   | 404 | 404 | 200 | .   | 200 | .   | .   | .   | .   | .   | .   | .
POST /api/v1/galleries/{id}/items/{itemId}/url        | original | .  | 409 | 409 | 200 | .   | 200 | .   | .   | .   | .   | .   | .   | .
POST /api/v1/galleries/{id}/archive                   | own     | .   | 200 | 200 | 200 | .   | 200 | .   | .   | .   | 403 | 401 | 401 | 401
POST /api/v1/galleries/{id}/archive                   | foreign | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 401 | 401 | 401
POST /api/v1/galleries/{id}/archive                   | missing | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 401 | 401 | 401
POST /api/v1/galleries/{id}/archive                   | draft   | .   | 404 | 404 | 409 | .   | 409 | .   | .   | .   | .   | .   | .   | .
POST /api/v1/galleries/{id}/archive                   | original | .  | 409 | 409 | 200 | .   | 200 | .   | .   | .   | .   | .   | .   | .
GET /storage/v1/archive/galleries/{id}/{version}/{variant} | own     | 200
GET /storage/v1/archive/galleries/{id}/{version}/{variant} | foreign | 404
GET /storage/v1/archive/galleries/{id}/{version}/{variant} | missing | 404
PATCH /api/v1/galleries/{id}/items/{itemId}           | own     | .   | 403 | 403 | 204 | .   | 204 | .   | .   | .   | 403 | 401 | 401 | 401
PATCH /api/v1/galleries/{id}/items/{itemId}           | foreign | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 401 | 401 | 401
PATCH /api/v1/galleries/{id}/items/{itemId}           | missing | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 401 | 401 | 401
DELETE /api/v1/galleries/{id}/items/{itemId}          | own     | .   | 403 | 403 | 204 | .   | 204 | .   | .   | .   | 403 | 401 | 401 | 401
DELETE /api/v1/galleries/{id}/items/{itemId}          | foreign | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 401 | 401 | 401
DELETE /api/v1/galleries/{id}/items/{itemId}          | missing | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 401 | 401 | 401
PUT /api/v1/galleries/{id}/items/{itemId}/favorite    | own     | .   | 204 | 204 | 403 | .   | 403 | .   | .   | .   | 403 | 401 | 401 | 401
PUT /api/v1/galleries/{id}/items/{itemId}/favorite    | foreign | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 401 | 401 | 401
PUT /api/v1/galleries/{id}/items/{itemId}/favorite    | missing | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 401 | 401 | 401
DELETE /api/v1/galleries/{id}/items/{itemId}/favorite | own     | .   | 204 | 204 | 403 | .   | 403 | .   | .   | .   | 403 | 401 | 401 | 401
DELETE /api/v1/galleries/{id}/items/{itemId}/favorite | foreign | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 401 | 401 | 401
DELETE /api/v1/galleries/{id}/items/{itemId}/favorite | missing | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 401 | 401 | 401
GET /api/v1/galleries/{id}/shares | own | . | 403 | 403 | 200 | . | 200 | . | . | . | 403 | 401 | 401 | 401
GET /api/v1/galleries/{id}/shares | foreign | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 401 | 401 | 401
GET /api/v1/galleries/{id}/shares | missing | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 401 | 401 | 401
POST /api/v1/galleries/{id}/shares | own | . | 403 | 403 | 201 | . | 201 | . | . | . | 403 | 401 | 401 | 401
POST /api/v1/galleries/{id}/shares | foreign | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 401 | 401 | 401
POST /api/v1/galleries/{id}/shares | missing | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 401 | 401 | 401
DELETE /api/v1/galleries/{id}/shares/{shareId} | own | . | 403 | 403 | 204 | . | 204 | . | . | . | 403 | 401 | 401 | 401
DELETE /api/v1/galleries/{id}/shares/{shareId} | foreign | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 401 | 401 | 401
DELETE /api/v1/galleries/{id}/shares/{shareId} | missing | 401 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 404 | 403 | 401 | 401 | 401
GET /api/v1/shared-galleries/{token} | own | 200
GET /api/v1/shared-galleries/{token} | missing | 404
GET /api/v1/shared-galleries/{token} | revoked | 404
GET /api/v1/shared-galleries/{token} | expired | 404
POST /api/v1/shared-galleries/{token}/session | own | 200
POST /api/v1/shared-galleries/{token}/session | missing | 404
POST /api/v1/shared-galleries/{token}/session | revoked | 404
POST /api/v1/shared-galleries/{token}/session | expired | 404
GET /api/v1/shared-galleries/{token}/gallery | own | 200
GET /api/v1/shared-galleries/{token}/gallery | missing | 404
GET /api/v1/shared-galleries/{token}/gallery | revoked | 404
GET /api/v1/shared-galleries/{token}/gallery | expired | 404
GET /api/v1/shared-galleries/{token}/gallery | view | 200
GET /api/v1/shared-galleries/{token}/gallery | other visit | 404
GET /api/v1/shared-galleries/{token}/items | own | 200
GET /api/v1/shared-galleries/{token}/items | missing | 404
GET /api/v1/shared-galleries/{token}/items | revoked | 404
GET /api/v1/shared-galleries/{token}/items | expired | 404
GET /api/v1/shared-galleries/{token}/items | view | 200
GET /api/v1/shared-galleries/{token}/items | other visit | 404
POST /api/v1/shared-galleries/{token}/items/{itemId}/url | own | 200
POST /api/v1/shared-galleries/{token}/items/{itemId}/url | missing | 404
POST /api/v1/shared-galleries/{token}/items/{itemId}/url | revoked | 404
POST /api/v1/shared-galleries/{token}/items/{itemId}/url | expired | 404
POST /api/v1/shared-galleries/{token}/items/{itemId}/url | view | 403
POST /api/v1/shared-galleries/{token}/items/{itemId}/url | other visit | 404
POST /api/v1/shared-galleries/{token}/archive | own | 200
POST /api/v1/shared-galleries/{token}/archive | missing | 404
POST /api/v1/shared-galleries/{token}/archive | revoked | 404
POST /api/v1/shared-galleries/{token}/archive | expired | 404
POST /api/v1/shared-galleries/{token}/archive | view | 403
POST /api/v1/shared-galleries/{token}/archive | other visit | 404
GET /api/v1/creators/{id}/delivery | own | 200
GET /api/v1/creators/{id}/delivery | missing | 200
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
    'GET /api/v1/galleries/{id}/receipt': receiptFields,
    'GET /api/v1/galleries/{id}': gallery,
    'GET /api/v1/galleries/{id}/items': `${listOf(item)} items[].sha256 ${list}`,
    'POST /api/v1/galleries/{id}/items/{itemId}/url': 'url expiresAt',
    'POST /api/v1/galleries/{id}/archive': 'url expiresAt fileCount size',
    'GET /api/v1/galleries/{id}/shares': within(
      'items[]',
      `${linkFacts} label path ${within('visits[]', `${visitFacts} visitorName`)}`,
    ),
    'POST /api/v1/galleries/{id}/shares': 'id path',
    'GET /api/v1/shared-galleries/{token}': 'needsPassword needsPin access',
    'POST /api/v1/shared-galleries/{token}/session': 'accessToken expiresAt access',
    'GET /api/v1/shared-galleries/{token}/gallery': `name description status creatorName eventType eventDate itemCount totalSize originalsLocked removalDate filesRemovedAt ${within('cover', cover)} ${within('may', 'download archive')}`,
    'GET /api/v1/shared-galleries/{token}/items': `${listOf(item)} ${list}`,
    'POST /api/v1/shared-galleries/{token}/items/{itemId}/url': 'url expiresAt',
    'POST /api/v1/shared-galleries/{token}/archive': 'url expiresAt fileCount size',
    'GET /api/v1/creators/{id}/delivery': 'deliveryDays',
    'GET /api/v1/bookings/{id}/delivery': `dueDate isLate ${within('may', 'createGallery')}`,
    'GET /api/v1/gallery-settings': 'lockOriginals deliveryDays',
  },
};
