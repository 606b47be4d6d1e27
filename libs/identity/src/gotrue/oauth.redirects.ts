import type { Refusal } from '#kernel';
import type { OAuthGrant, OAuthOutcome } from '../openid/index.ts';
import { AuthError } from './gotrue.errors.ts';
import { asGoTrueError } from './gotrue.refusals.ts';
import { sessionView } from './gotrue.views.ts';
import { withFragment } from './redirect.rules.ts';

/** The OAuth error code for a status, used in redirects. */
const oauthErrors: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  503: 'temporarily_unavailable',
};
const accessDeniedCodes = ['signup_disabled', 'user_banned', 'provider_email_needs_verification'];

/** GoTrue's session, with the tokens that the provider issued. */
export const oauthSessionView = ({ grant, tokens: { accessToken, refreshToken } }: OAuthGrant) => ({
  ...sessionView(grant),
  provider_token: accessToken,
  ...(refreshToken && { provider_refresh_token: refreshToken }),
});

/**
 * The address that the browser is sent to after signing in at a provider, with a session, an authorization code or an
 * error.
 */
export const outcomeAddress = (site: string, { redirectTo = `${site}/`, ...outcome }: OAuthOutcome): string => {
  if ('refusal' in outcome) return failedAddress(redirectTo, outcome.refusal);
  if ('code' in outcome) {
    const url = new URL(redirectTo);
    url.searchParams.set('code', outcome.code);
    return url.href;
  }
  const { user: _, ...session } = oauthSessionView(outcome);
  return withFragment(redirectTo, { ...texts(session), sb: '' });
};

/** Clients look for errors in the query as well as in the fragment. */
export const failedAddress = (redirectTo: string, refusal: Refusal): string =>
  withFragment(redirectTo, { ...errorFields(refusal), sb: '' }, true);

const errorFields = (refusal: Refusal): Readonly<Record<string, string>> => {
  const error = asGoTrueError(refusal);
  if (!(error instanceof AuthError)) return { error: error.error, error_description: error.message };
  const { status, code, message } = error;
  const name = accessDeniedCodes.includes(code) ? 'access_denied' : (oauthErrors[status] ?? 'server_error');
  return { error: name, error_code: code, error_description: message };
};

const texts = (facts: object): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, String(value)]));
