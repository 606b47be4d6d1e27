import { listOf, type RouteAccess, within } from '#platform/module';

const summary = 'id startedAt expiresAt';
const vendor = 'vendorId service packageId price dateState freeDays miles misses[]';

/** The fields of a question and its answer, wherever a conversation is shown. */
export const turnFields = `question askedAt ${within('answer', `engine text isComplete ${within('vendors[]', vendor)}`)}`;

const card = [
  'id displayName path bookingPath service services[] specialty city region miles price reason drawbacks[]',
  within('date', 'state text'),
  within('rating', 'average count'),
  within('picture', 'mediaUrl width height thumbhash'),
].join(' ');
const lead =
  'eventType eventDate durationDays locationCity locationState budgetMin budgetMax expectedAttendance servicesNeeded[]';

export const access: RouteAccess = {
  matrix: `
POST /functions/v1/recommend-vendors      | -       | 200
GET /api/v1/conversations | - | 401 | 200 | 200 | 200 | 200 | 200 | 200 | 200 | 200 | 403 | 401 | 401 | 401
${rowsOf('GET /api/v1/conversations/{id}', 200)}
${rowsOf('DELETE /api/v1/conversations/{id}', 204)}
`,
  bodies: { 'POST /functions/v1/recommend-vendors': { eventIdea: 'A photographer for a wedding in Austin, TX' } },
  fields: {
    'GET /api/v1/conversations': listOf(`${summary} question questions`),
    'GET /api/v1/conversations/{id}': [
      `${summary} continuation`,
      within('turns[]', `${turnFields} ${within('cards[]', card)} ${within('lead', lead)}`),
    ].join(' '),
  },
};

/**
 * Only the person who began a conversation can use it. A visitor needs the reference of a reply; the id alone is not
 * enough.
 */
function rowsOf(route: string, status: number): string {
  const own = `. | ${status} | ${status} | ${status} | ${status} | ${status} | ${status} | ${status} | ${status} | . | . | . | .`;
  return [`${route} | own | ${own}`, `${route} | foreign | 404`, `${route} | missing | 404`].join('\n');
}
