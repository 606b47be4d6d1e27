import { z } from 'zod';
import type { OpenIdProvider } from '#platform/config';
import { roles } from '../contract.ts';

const word = z.string().max(2_000).nullish();

export const authorizeQuery = z.object({
  provider: word,
  scopes: word,
  code_challenge: word,
  code_challenge_method: word,
  skip_http_redirect: word,
  // For an account that is made on the way: what it is for, and which terms were agreed to.
  role: z.enum(roles).nullish().catch(null),
  terms_version: z.string().max(40).nullish(),
});
export type AuthorizeQuery = z.infer<typeof authorizeQuery>;

/** What a page may tell a provider besides; all else is ours to say. */
const passedOn = ['prompt', 'login_hint', 'hd', 'domain_hint', 'ui_locales', 'acr_values', 'access_type'];

/** What the provider is told: the words of a page that it may say, and what we ask to know. */
export const extraIn = (query: object, { scopes }: OpenIdProvider): Readonly<Record<string, string>> => {
  const said = Object.entries(query).filter(([name, value]) => passedOn.includes(name) && typeof value === 'string');
  const more = 'scopes' in query && typeof query.scopes === 'string' ? query.scopes.match(/[\x21-\x7e]+/g) : null;
  const scope = [...new Set([...scopes.split(' '), ...(more ?? [])])].join(' ');
  return { ...Object.fromEntries(said.map(([name, value]) => [name, String(value).slice(0, 300)])), scope };
};

const answer = z.string().max(8_000).optional().catch(undefined);
const callback = z.object({
  code: answer,
  state: answer,
  iss: answer,
  error: answer,
  error_description: answer,
});

/** What a provider answers, and nothing besides. */
export const callbackQuery = (said: unknown): URLSearchParams => {
  const { success, data } = callback.safeParse(said ?? {});
  const told = Object.entries(success ? data : {});
  return new URLSearchParams(told.filter((one): one is [string, string] => one[1] !== undefined));
};
