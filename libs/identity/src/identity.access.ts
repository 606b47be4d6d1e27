import { type RouteAccess, within } from '#platform/module';

const accountFields =
  'id aud role email email_confirmed_at confirmed_at phone last_sign_in_at created_at updated_at is_anonymous';
const metadataFields = [
  within('app_metadata', 'provider providers app_role'),
  within('user_metadata', 'first_name last_name role phone email_verified'),
].join(' ');
const identityFields = within(
  'identities[]',
  'identity_id id user_id provider last_sign_in_at created_at updated_at email identity_data.sub identity_data.email identity_data.email_verified identity_data.phone_verified identity_data.first_name identity_data.last_name identity_data.phone',
);
const userFields = `${accountFields} ${metadataFields} ${identityFields}`;
const factorFields = within(
  'factors[]',
  'id friendly_name factor_type status phone created_at updated_at last_challenged_at',
);
const sessionFields = (of: string): string =>
  `access_token token_type expires_in expires_at refresh_token ${within('user', of)}`;

/** The authorization matrix of each route, and the fields of its responses. */
export const access: RouteAccess = {
  matrix: `
GET  /api/v1/me/sessions                  | -       | 401       | 200   | 200          | 200     | 200           | 200    | 200          | 200   | 200           | 403  | 401       | 401     | 401
DELETE /api/v1/me/sessions/{id}           | own     | .         | 204   | 204          | 204     | 204           | 204    | 204          | 204   | 204           | 403  | 401       | 401     | 401
DELETE /api/v1/me/sessions/{id}           | foreign | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
DELETE /api/v1/me/sessions/{id}           | missing | 401       | 404   | 404          | 404     | 404           | 404    | 404          | 404   | 404           | 403  | 401       | 401     | 401
GET  /api/v1/me/avatar                    | -       | 401       | 200   | 200          | 200     | 200           | 200    | 200          | 200   | 200           | 403  | 401       | 401     | 401
DELETE /api/v1/me/avatar                  | -       | 401       | 204   | 204          | 204     | 204           | 204    | 204          | 204   | 204           | 403  | 401       | 401     | 401
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
`,
  fields: {
    'GET /api/v1/me/avatar': 'url isProcessing refusal',
    'GET /api/v1/me/sessions': `${within('items[]', 'id device ip createdAt lastUsedAt here')} nextCursor`,
    'POST /auth/v1/signup': sessionFields(userFields),
    'POST /auth/v1/token': sessionFields(`${userFields} ${factorFields}`),
    'GET /auth/v1/user': `${userFields} ${factorFields}`,
    'PUT /auth/v1/user': `${userFields} ${factorFields}`,
    'POST /auth/v1/factors': `id type friendly_name ${within('totp', 'qr_code secret uri')}`,
    'POST /auth/v1/factors/{id}/challenge': 'id type expires_at',
    'DELETE /auth/v1/factors/{id}': 'id',
    'GET /auth/v1/.well-known/jwks.json': within('keys[]', 'kty crv x y kid alg use key_ops'),
    'GET /auth/v1/.well-known/openid-configuration':
      'issuer authorization_endpoint token_endpoint userinfo_endpoint jwks_uri response_types_supported response_modes_supported grant_types_supported subject_types_supported id_token_signing_alg_values_supported code_challenge_methods_supported',
    'GET /auth/v1/settings':
      'external.* disable_signup mailer_autoconfirm phone_autoconfirm sms_provider saml_enabled saml_private_key_next_configured passkeys_enabled',
    'GET /auth/v1/health': 'version name description',
  },
};
