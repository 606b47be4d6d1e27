import type { UserIdentity } from '@supabase/auth-js';
import { useQuery } from '@tanstack/react-query';
import { type Role, termsVersion } from '#identity/contract';
import { request } from '../../platform/http.ts';
import { auth, check } from './auth.ts';
import { rememberProviderRedirect } from './link-tokens.ts';

type Provider = Parameters<typeof auth.signInWithOAuth>[0]['provider'];
type AuthSettings = { external: Readonly<Record<string, boolean>> };

/** Where people may sign in besides here; empty as long as the operator named nobody. */
export const useProviders = (): readonly string[] => {
  const { data } = useQuery({
    queryKey: ['auth-settings'],
    queryFn: ({ signal }) => request<AuthSettings>('GET', '/auth/v1/settings', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return Object.entries(data?.external ?? {})
    .filter(([name, open]) => open && name !== 'email')
    .map(([name]) => name);
};

/** Goes there and comes back to the log-in page. Who is new gets an account in this role, a client's if none is said. */
export const signInWithProvider = async (provider: string, role?: Role): Promise<void> => {
  rememberProviderRedirect();
  const options = {
    redirectTo: `${location.origin}/login`,
    queryParams: { ...(role && { role }), terms_version: termsVersion },
  };
  check(await auth.signInWithOAuth({ provider: provider as Provider, options }), 'Failed to sign in');
};

/** Goes there and comes back to the settings, with one more way to sign in. */
export const linkProvider = async (provider: string): Promise<void> => {
  const options = { redirectTo: `${location.origin}/settings?tab=security` };
  check(await auth.linkIdentity({ provider: provider as Provider, options }), 'Failed to add the way to sign in');
};

export const unlinkProvider = async (identity: UserIdentity): Promise<void> => {
  check(await auth.unlinkIdentity(identity), 'Failed to remove the way to sign in');
};
