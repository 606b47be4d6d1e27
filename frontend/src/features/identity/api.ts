import type { Factor, UserIdentity } from '@supabase/auth-js';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import {
  type AccountClosing,
  type OwnSessionList,
  providerNamed,
  type Role,
  type SignIn,
  type SignUp,
  termsVersion,
} from '#identity/contract';
import { rememberClosedAccount } from '../../platform/closed-account.ts';
import { today } from '../../platform/dates.ts';
import { api, isRefusal, request } from '../../platform/http.ts';
import { saveFile } from '../../platform/save-file.ts';
import { useNotify } from '../../ui/notify.tsx';
import { auth, check, discardSession } from './auth-client.ts';
import { identityKeys, providersKey } from './keys.ts';
import { rememberMailRequest, rememberProviderRedirect } from './link-tokens.ts';
import { addPasskey, verifyPasskey } from './passkeys.ts';
import { storeReturnPath } from './return-path.ts';
import { needsSecondFactor } from './second-factor.ts';
import { acceptUnsolicitedSession } from './session.ts';
import { cancelSignOut, startSignOut } from './session-state.ts';

const siteRoot = () => `${location.origin}/`;
const loginPage = () => `${location.origin}/login`;
const securitySettings = () => `${location.origin}/settings?tab=security`;
// A mutation that changes the account may also change its sessions: a new password or second factor ends other
// sessions.
const account = { topics: ['identity'] } as const;

const createAccount = async ({ firstName, lastName, email, password, phone, role }: SignUp): Promise<void> => {
  const data = { first_name: firstName, last_name: lastName, role, phone, terms_version: termsVersion };
  check(
    await auth.signUp({ email, password, options: { data, emailRedirectTo: siteRoot() } }),
    'Failed to create account',
  );
};

/** Creates an account and signs in to it. */
export const useSignUp = () =>
  useMutation({
    mutationFn: createAccount,
    meta: {
      success: 'Account created successfully! Welcome to Festoon.',
      failure: 'Failed to create account',
    },
  });

const signInWithPassword = async (credentials: SignIn): Promise<{ secondFactorRequired: boolean }> => {
  const result = await auth.signInWithPassword(credentials);
  check(result, 'Failed to sign in');
  return { secondFactorRequired: needsSecondFactor(result.data.session) };
};

/** The user is greeted once no second factor is required. */
export const useSignIn = () => {
  const notify = useNotify();
  return useMutation({
    mutationFn: signInWithPassword,
    onSuccess: ({ secondFactorRequired }) => {
      if (!secondFactorRequired) notify.success('Welcome back');
    },
    meta: { failure: 'Failed to sign in' },
  });
};

export const useAcceptUnsolicitedSession = () =>
  useMutation({ mutationFn: acceptUnsolicitedSession, meta: { failure: 'Failed to sign in' } });

/** Sends a mail whose link leads to the sign-in page, where the new password is set. */
export const useRequestPasswordReset = () =>
  useMutation({
    mutationFn: async (email: string) => {
      rememberMailRequest(email);
      check(await auth.resetPasswordForEmail(email, { redirectTo: loginPage() }), 'Failed to send reset email');
    },
    meta: {
      success: 'Password reset email sent! Check your inbox.',
      failure: 'Failed to send reset email',
    },
  });

/** The new password, and the proof that the user may set it: the current one or a mailed code. */
export type NewPassword = { password: string; current_password?: string; nonce?: string };

export const useSetPassword = () =>
  useMutation({
    mutationFn: async (change: NewPassword) => check(await auth.updateUser(change), 'Failed to change your password'),
    meta: { success: 'Your password was changed', failure: 'Failed to change your password', ...account },
  });

/** Mails a code that replaces the current password as proof. */
export const useSendReauthenticationCode = () =>
  useMutation({
    mutationFn: async () => check(await auth.reauthenticate(), 'Failed to send the code'),
    meta: { success: 'We’ve emailed you a code', failure: 'Failed to send the code' },
  });

/** Both addresses get a mail; the new one replaces the old one once both are confirmed. */
export const useChangeEmail = () =>
  useMutation({
    mutationFn: async (email: string) =>
      check(
        await auth.updateUser({ email }, { emailRedirectTo: securitySettings() }),
        'Failed to change your email address',
      ),
    meta: { success: 'Check your inbox to confirm', failure: 'Failed to change your email address', ...account },
  });

export const sessionsQuery = queryOptions({
  queryKey: identityKeys.sessions,
  queryFn: ({ signal }) => api.get<OwnSessionList>('/me/sessions', undefined, signal),
});

export const useSessions = () => useQuery(sessionsQuery);

export const useRevokeSession = () =>
  useMutation({
    mutationFn: (id: string) => api.delete(`/me/sessions/${encodeURIComponent(id)}`),
    meta: { success: 'Device signed out', failure: 'Failed to sign out the device', ...account },
  });

export const useRevokeOtherSessions = () =>
  useMutation({
    mutationFn: async () => check(await auth.signOut({ scope: 'others' }), 'Failed to sign out the other devices'),
    meta: { success: 'All other devices signed out', failure: 'Failed to sign out the other devices', ...account },
  });

/** Downloads all data held about the user. */
export const useExportAccount = () =>
  useMutation({
    mutationFn: async () => saveFile(await api.file('/me/export'), `festoon-data-${today()}.json`),
    meta: { success: 'Your data is ready', failure: 'Failed to export your data' },
  });

/**
 * Erases the account, signs out and opens the landing page, which confirms it. The whole page is loaded again, so that
 * this tab keeps no data of the account.
 */
export const useCloseAccount = () =>
  useMutation({
    mutationFn: async (closing: AccountClosing) => {
      // Before the request: the session may end before its response arrives.
      startSignOut(() => {
        rememberClosedAccount();
        location.replace('/');
      }, 'account-closed');
      try {
        await api.delete('/me', closing);
      } catch (error) {
        // Without a response that refuses it, the account may be closed.
        if (isRefusal(error) || (await discardSession())) cancelSignOut();
        throw error;
      }
      await auth.signOut({ scope: 'local' });
    },
    meta: { failure: 'Failed to delete your account' },
  });

type CodeAttempt = { factorId: string; code: string };

const verifyCode = async (attempt: CodeAttempt): Promise<void> =>
  check(await auth.mfa.challengeAndVerify(attempt), 'We couldn’t check the code');

/** The last step of signing in. `greet` is false where another step follows. */
export const useVerifyCode = (greet: boolean) =>
  useMutation({
    mutationFn: verifyCode,
    meta: { ...(greet && { success: 'Welcome back' }), failure: 'Failed to sign in' },
  });

export const useVerifyPasskey = (greet: boolean) =>
  useMutation({
    mutationFn: verifyPasskey,
    meta: { ...(greet && { success: 'Welcome back' }), failure: 'Failed to sign in' },
  });

/**
 * Starts adding an authenticator app; it becomes active once {@link useConfirmAuthenticatorApp} has verified a code
 * from it.
 */
export const useEnrollAuthenticatorApp = () =>
  useMutation({
    mutationFn: async (friendlyName: string) => {
      const { data, error } = await auth.mfa.enroll({ factorType: 'totp', friendlyName });
      check({ error }, 'Failed to add the authenticator app');
      return data as NonNullable<typeof data>;
    },
    meta: { failure: 'Failed to add the authenticator app', ...account },
  });

export const useConfirmAuthenticatorApp = () =>
  useMutation({
    mutationFn: verifyCode,
    meta: { success: 'Authenticator app added', failure: 'We couldn’t check the code', ...account },
  });

export const useAddPasskey = () =>
  useMutation({
    mutationFn: addPasskey,
    meta: { success: 'Passkey added', failure: 'Failed to add the passkey', ...account },
  });

const removeFactor = async ({ id }: Pick<Factor, 'id'>): Promise<void> =>
  check(await auth.mfa.unenroll({ factorId: id }), 'Failed to remove the second factor');

/** `name` is shown once the factor is removed. */
export const useRemoveFactor = () => {
  const notify = useNotify();
  return useMutation({
    mutationFn: ({ id }: { id: string; name: string }) => removeFactor({ id }),
    onSuccess: (_, { name }) => notify.success(`${name} removed`),
    meta: { failure: 'Failed to remove the second factor', ...account },
  });
};

/** Removes a factor that was never verified. A failure is silent: the server removes such factors within minutes. */
export const useDiscardFactor = () => useMutation({ mutationFn: removeFactor, meta: account });

type AuthSettings = { external: Readonly<Record<string, boolean>> };

/** The providers that the operator has configured for signing in; empty by default. */
export const useProviders = (): readonly string[] => {
  const { data } = useQuery({
    queryKey: providersKey,
    queryFn: ({ signal }) => request<AuthSettings>('GET', '/auth/v1/settings', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return Object.entries(data?.external ?? {})
    .filter(([name, enabled]) => enabled && name !== 'email')
    .map(([name]) => name);
};

type ProviderSignIn = { provider: string; role: Role | undefined; returnTo: string | undefined };
type Provider = Parameters<typeof auth.signInWithOAuth>[0]['provider'];

/**
 * Goes to the provider, which sends the user back to the sign-in page, and from there to `returnTo`. New users get an
 * account in `role`, by default a client's.
 */
export const useSignInWithProvider = () =>
  useMutation({
    mutationFn: async ({ provider, role, returnTo }: ProviderSignIn) => {
      rememberProviderRedirect();
      storeReturnPath(returnTo);
      const options = {
        redirectTo: loginPage(),
        queryParams: { ...(role && { role }), terms_version: termsVersion },
      };
      check(await auth.signInWithOAuth({ provider: provider as Provider, options }), 'Failed to sign in');
    },
    meta: { failure: 'Failed to sign in' },
  });

/** Goes to the provider, which sends the user back to the settings with one more way to sign in. */
export const useLinkProvider = () =>
  useMutation({
    mutationFn: async (provider: string) =>
      check(
        await auth.linkIdentity({ provider: provider as Provider, options: { redirectTo: securitySettings() } }),
        'Failed to add this sign-in method',
      ),
    meta: { failure: 'Failed to add this sign-in method' },
  });

export const useUnlinkProvider = () => {
  const notify = useNotify();
  return useMutation({
    mutationFn: async (identity: UserIdentity) =>
      check(await auth.unlinkIdentity(identity), 'Failed to remove this sign-in method'),
    onSuccess: (_, { provider }) => notify.success(`${providerNamed(provider)} removed`),
    meta: { failure: 'Failed to remove this sign-in method', ...account },
  });
};
