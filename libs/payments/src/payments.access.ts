import { type RouteAccess } from '#platform/module';

/** Who may call each route, and which fields its responses have. */
export const access: RouteAccess = {
  matrix: `
POST /functions/v1/verify-payment         | own     | .         | 200   | 200          | 200     | .             | 200    | .            | .     | .             | 403  | 401       | 401     | 401
POST /functions/v1/verify-payment         | foreign | 401       | 200   | 200          | 200     | 200           | 200    | 200          | 200   | 200           | 403  | 401       | 401     | 401
POST /functions/v1/verify-payment         | missing | 401       | 200   | 200          | 200     | 200           | 200    | 200          | 200   | 200           | 403  | 401       | 401     | 401
POST /api/v1/payments/webhook             | -       | 400
`,
  fields: {
    'POST /functions/v1/verify-payment': 'success message',
  },
};
