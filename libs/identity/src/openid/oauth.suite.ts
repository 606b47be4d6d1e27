import { randomUUID } from 'node:crypto';
import { GoTrueClient } from '@supabase/auth-js';
import { newEmail } from '../auth-app.suite.ts';
import { Browser, type ProviderUser } from './openid.suite.ts';
import { startProviders } from './providers.suite.ts';

type Options = { readonly sub: string; readonly provider?: string; readonly more?: Record<string, string> };

/** Whether this is the page that providers redirect back to. */
export const isCallback = (url: string): boolean => url.includes('/auth/v1/callback');

/** The fields of an address, from its query and its fragment. */
export const facts = (url: string) => {
  const { searchParams, hash } = new URL(url);
  return { query: Object.fromEntries(searchParams), fragment: Object.fromEntries(new URLSearchParams(hash.slice(1))) };
};

/** The fields of the address that a failed sign-in redirects to. */
export const failure = (error: string, error_code: string, error_description: string) => {
  const errorFields = { error, error_code, error_description };
  return { query: errorFields, fragment: { ...errorFields, sb: '' } };
};

/** Providers, and people who sign in there and return to the log-in page. */
export const startSignIns = async (...more: readonly object[]) => {
  const providers = await startProviders({ more });
  const { site, own } = providers;
  const page = `${site}/login`;
  const isLoginPage = (url: string) => url.startsWith(page);
  const newClient = (flowType: 'pkce' | 'implicit' = 'pkce') =>
    new GoTrueClient({ url: `${site}/auth/v1`, autoRefreshToken: false, persistSession: false, flowType });
  /** A new person with an account at a provider. */
  const newPerson = (claims: object = {}, { people }: { people: Map<string, ProviderUser> } = own) => {
    const names = { name: 'Cy Young', given_name: 'Cy', family_name: 'Young' };
    const newUser = { sub: randomUUID(), email: newEmail(), email_verified: true, ...names, ...claims };
    people.set(newUser.sub, newUser);
    return newUser;
  };
  /** The address that a client sends the browser to. */
  const authorizationUrl = async (client: GoTrueClient, { sub, provider = 'own', more }: Options) => {
    const options = { redirectTo: page, skipBrowserRedirect: true, queryParams: { login_hint: sub, ...more } };
    const { data, error } = await client.signInWithOAuth({ provider: provider as 'google', options });
    if (error) throw error;
    return data.url;
  };
  /** The final address of a sign-in with a new client and a new browser. */
  const finalAddress = async (options: Options, until = isLoginPage) =>
    new Browser().go(await authorizationUrl(newClient(), options), until);
  const signIn = async (options: Options) => {
    const client = newClient();
    const finalUrl = await new Browser().go(await authorizationUrl(client, options), isLoginPage);
    const { code = '' } = facts(finalUrl).query;
    const { data, error } = await client.exchangeCodeForSession(code);
    return { client, session: data.session, error, finalUrl, code };
  };
  return { ...providers, page, isLoginPage, newClient, newPerson, authorizationUrl, finalAddress, signIn };
};
