import { z } from 'zod';
import type { OpenIdProvider } from '#platform/config';
import { roles } from '../contract.ts';

const text = z.string().max(2_000).nullish();

export const authorizeQuery = z.object({
  provider: text,
  scopes: text,
  code_challenge: text,
  code_challenge_method: text,
  skip_http_redirect: text,
  // If the sign-in creates an account: its role, and the version of the accepted terms.
  role: z.enum(roles).nullish().catch(null),
  terms_version: z.string().max(40).nullish(),
});
export type AuthorizeQuery = z.infer<typeof authorizeQuery>;

/** The parameters that a page may add to the authorization URL; all others are set by us. */
const allowedParameters = ['prompt', 'login_hint', 'hd', 'domain_hint', 'ui_locales', 'acr_values', 'access_type'];

/** The additional parameters of the authorization URL: the allowed ones from the page, and the scopes. */
export const extraIn = (query: object, { scopes }: OpenIdProvider): Readonly<Record<string, string>> => {
  const passedParameters = Object.entries(query).filter(
    ([name, value]) => allowedParameters.includes(name) && typeof value === 'string',
  );
  const requestedScopes =
    'scopes' in query && typeof query.scopes === 'string' ? query.scopes.match(/[\x21-\x7e]+/g) : null;
  const scope = [...new Set([...scopes.split(' '), ...(requestedScopes ?? [])])].join(' ');
  return { ...Object.fromEntries(passedParameters.map(([name, value]) => [name, String(value).slice(0, 300)])), scope };
};

const parameter = z.string().max(8_000).optional().catch(undefined);
const callback = z.object({
  code: parameter,
  state: parameter,
  iss: parameter,
  error: parameter,
  error_description: parameter,
});

/** The OAuth parameters of a provider's response; all others are dropped. */
export const callbackQuery = (query: unknown): URLSearchParams => {
  const { success, data } = callback.safeParse(query ?? {});
  const parameters = Object.entries(success ? data : {});
  return new URLSearchParams(parameters.filter((one): one is [string, string] => one[1] !== undefined));
};
