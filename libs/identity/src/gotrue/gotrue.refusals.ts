import type { Refusal } from '#kernel';
import { FactorBlocked } from '../factors/index.ts';
import { LimitReached } from '../limits/index.ts';
import { ProviderRefusal } from '../openid/index.ts';
import { WeakPassword } from '../passwords/index.ts';
import { AuthError, OAuthError } from './gotrue.errors.ts';

type Headers = Readonly<Record<string, string>>;
/** GoTrue's status, code and text; without a text, the refusal's own message is sent. */
type Row = readonly [status: number, code: string, text?: string | undefined, headers?: Headers];

const expiredLink = 'Email link is invalid or has expired';
const endedSession = 'Session from session_id claim in JWT does not exist';
const unknownUser = 'User from sub claim in JWT does not exist';
const banned = 'User is banned';

/** GoTrue's error for each refusal. A refusal code that is not listed is about invalid input and becomes a 400. */
const rows: Readonly<Record<string, Row>> = {
  'access-token-without-subject': [403, 'bad_jwt', 'invalid claim: missing sub claim'],
  'access-token-subject-invalid': [400, 'bad_jwt', 'invalid claim: sub claim must be a UUID'],
  'session-missing': [401, 'no_authorization', 'This endpoint requires a valid Bearer token'],
  'session-not-found': [403, 'session_not_found', endedSession],
  'session-user-not-found': [403, 'user_not_found', unknownUser],
  'session-user-suspended': [403, 'user_banned', banned],
  'session-expired': [400, 'session_expired', 'Invalid Refresh Token: Session Expired'],
  'session-expired-unused': [400, 'session_expired', 'Invalid Refresh Token: Session Expired (Inactivity)'],
  'refresh-token-invalid': [400, 'validation_failed', 'Refresh token is not valid'],
  'refresh-token-foreign': [400, 'validation_failed', 'Invalid Refresh Token: Not Issued By This Server'],
  'refresh-token-not-found': [400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found'],
  'refresh-token-superseded': [400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used'],
  'refresh-token-reused': [
    400,
    'refresh_token_already_used',
    'Invalid Refresh Token: Already Used',
    { 'sb-auth-refresh-token-rotated': 'true' },
  ],

  'credentials-wrong': [400, 'invalid_credentials', 'Invalid login credentials'],
  'passwords-busy': [503, 'unexpected_failure', undefined, { 'Retry-After': '2' }],
  'password-weak': [422, 'weak_password'],
  'password-same': [422, 'same_password'],
  'password-current': [400, 'current_password_invalid'],
  'password-current-missing': [
    400,
    'current_password_required',
    'Current password required when setting new password.',
  ],
  'reauthentication-needed': [400, 'reauthentication_needed'],
  'reauthentication-needed-for-password': [400, 'reauthentication_needed', 'Password update requires reauthentication'],
  'reauthentication-code-wrong': [422, 'reauthentication_not_valid', 'Nonce has expired or is invalid'],

  'user-exists': [422, 'user_already_exists'],
  'user-registration-abandoned': [409, 'conflict'],
  'user-not-found': [404, 'user_not_found'],
  'user-not-yours': [404, 'user_not_found'],
  'user-suspended': [400, 'user_banned', banned],

  'email-taken': [422, 'email_exists'],
  'email-not-confirmed': [422, 'email_not_confirmed', 'Please verify your email first.'],
  'email-link-expired': [403, 'otp_expired', expiredLink],
  'email-code-expired': [403, 'otp_expired', 'Token has expired or is invalid'],
  'sign-in-flow-not-found': [404, 'flow_state_not_found', 'invalid flow state, no valid flow state found'],
  'sign-in-flow-expired': [422, 'flow_state_expired', 'invalid flow state, flow state has expired'],
  'sign-in-flow-verifier-wrong': [
    400,
    'bad_code_verifier',
    'code challenge does not match previously saved code verifier',
  ],

  'factor-not-found': [404, 'mfa_factor_not_found', 'Factor not found'],
  'factor-challenge-not-found': [422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found'],
  'factor-challenge-expired': [422, 'mfa_challenge_expired'],
  'factor-code-wrong': [422, 'mfa_verification_failed', 'Invalid TOTP code entered'],
  'factor-passkey-wrong': [422, 'mfa_verification_failed', 'Invalid passkey response'],
  'factor-passkey-taken': [422, 'webauthn_credential_exists'],
  'factor-name-taken': [422, 'mfa_factor_name_conflict'],
  'factor-too-many': [
    422,
    'too_many_enrolled_mfa_factors',
    'Maximum number of verified factors reached, unenroll to continue',
  ],
  'factor-addition-needs-factor': [403, 'insufficient_aal', 'AAL2 required to enroll a new factor'],
  'factor-removal-needs-factor': [422, 'insufficient_aal', 'AAL2 required to unenroll verified factor'],

  'identity-taken': [422, 'identity_already_exists'],
  'identity-not-found': [422, 'identity_not_found', "Identity doesn't exist"],
  'identity-last': [422, 'single_identity_not_deletable', 'User must have at least 1 identity after unlinking'],
  'identity-email-taken': [
    422,
    'email_conflict_identity_not_deletable',
    'Unable to unlink identity due to email conflict',
  ],
  'oauth-state-invalid': [400, 'bad_oauth_state'],
  'oauth-state-used': [400, 'flow_state_already_used'],
  'oauth-callback-invalid': [400, 'bad_oauth_callback'],
  'oauth-code-refused': [500, 'unexpected_failure'],
  'oauth-provider-unknown': [400, 'oauth_provider_not_supported'],
  'oauth-provider-unreachable': [503, 'unexpected_failure', undefined, { 'Retry-After': '5' }],
  'oauth-user-not-found': [422, 'user_not_found'],
  'oauth-user-suspended': [403, 'user_banned', banned],
  'oauth-email-taken': [422, 'email_exists'],
  'oauth-email-missing': [422, 'email_address_not_provided'],
};

/** GoTrue reports these in OAuth's format: `{ error, error_description }`. */
const oauthErrors: Readonly<Record<string, string>> = {
  'id-token-invalid': 'invalid request',
  'id-token-nonce-wrong': 'invalid nonce',
};

/** Translates a refusal into GoTrue's error. */
export const asGoTrueError = (refusal: Refusal): AuthError | OAuthError => {
  if (refusal instanceof ProviderRefusal) return new OAuthError(refusal.message, refusal.error);
  if (refusal instanceof LimitReached) return rateLimitError(refusal);
  if (refusal instanceof FactorBlocked)
    return new AuthError(429, 'over_request_rate_limit', overRequests, { 'Retry-After': String(refusal.seconds) });
  const { code, message } = refusal;
  const oauthError = oauthErrors[code];
  if (oauthError) return new OAuthError(message, oauthError);
  if (code === 'access-token-invalid')
    return new AuthError(403, 'bad_jwt', `invalid JWT: unable to parse or verify signature, ${message}`);
  const [status, name, text = message, headers] = rows[code] ?? [400, 'validation_failed'];
  const details = refusal instanceof WeakPassword ? { weak_password: { reasons: refusal.reasons } } : {};
  return new AuthError(status, name, text, headers, details);
};

const overRequests = 'Request rate limit reached';

const rateLimitError = ({ of, headers, seconds }: LimitReached): AuthError =>
  of === 'mails'
    ? new AuthError(
        429,
        'over_email_send_rate_limit',
        `For security purposes, you can only request this after ${seconds} seconds.`,
        headers,
      )
    : new AuthError(429, 'over_request_rate_limit', overRequests, headers);
