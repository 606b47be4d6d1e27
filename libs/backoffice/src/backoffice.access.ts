import { type RouteAccess, within } from '#platform/module';

const entry = [
  'id position at stream version type title module onBehalfOf source request correlation causation bookingId leadId galleryId',
  within('actor', 'id kind role'),
].join(' ');
const timelineEntry = `${entry} reason ${within('details[]', 'name value masked')}`;

/** Who may call each route, and which fields its responses have. */
export const access: RouteAccess = {
  matrix: `
GET  /api/v1/staff/events                 | -       | 401       | 403   | 403          | 403     | 403           | 403    | 403          | 403   | 403           | 403  | 401       | 401     | 401
GET  /api/v1/staff/bookings/{id}/timeline | foreign | 401       | 403   | 403          | 403     | 403           | 403    | 403          | 200   | 403           | 403  | 401       | 401     | 401
GET  /api/v1/staff/bookings/{id}/timeline | missing | 401       | 403   | 403          | 403     | 403           | 403    | 403          | 404   | 403           | 403  | 401       | 401     | 401
`,
  fields: {
    'GET /api/v1/staff/bookings/{id}/timeline': `${within('items[]', timelineEntry)} complete`,
  },
};
