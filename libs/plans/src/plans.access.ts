import { listOf, type RouteAccess } from '#platform/module';

/** Who may call each route, and which fields its responses have. */
export const access: RouteAccess = {
  matrix: `
GET  /api/v1/plan                         | -       | 401       | 403   | 403          | 200     | 200           | 200    | 200          | 403   | 403           | 403  | 401       | 401     | 401
GET  /api/v1/plan/entries                 | -       | 401       | 200   | 200          | 200     | 200           | 200    | 200          | 200   | 200           | 403  | 401       | 401     | 401
POST /api/v1/plan/payment                 | -       | 401       | 403   | 403          | 200     | 200           | 200    | 200          | 403   | 403           | 403  | 401       | 401     | 401
`,
  fields: {
    'GET /api/v1/plan': 'plan paidUntil creditsLeft creditsExpireAt price currency mayPay',
    'GET /api/v1/plan/entries': listOf('id kind credits leadId from until amount createdAt'),
    'POST /api/v1/plan/payment': 'url',
  },
};
