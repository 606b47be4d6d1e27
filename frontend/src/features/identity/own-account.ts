import type { User } from '@supabase/auth-js';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { AccountClosing, OwnSessionList } from '#identity/contract';
import { api } from '../../platform/http.ts';
import { queryClient } from '../../platform/query-client.ts';
import { auth, check } from './auth.ts';

const accountKey = ['identity', 'account'];
const sessionsKey = ['identity', 'sessions'];

/** The account as the auth server knows it now: address, address to be, second factors. */
export const useAccount = (): UseQueryResult<User> =>
  useQuery({
    queryKey: accountKey,
    queryFn: async () => {
      const { data, error } = await auth.getUser();
      check({ error }, 'Your account could not be loaded');
      return data.user as User;
    },
  });

export const useSessions = (): UseQueryResult<OwnSessionList> =>
  useQuery({
    queryKey: sessionsKey,
    queryFn: ({ signal }) => api.get<OwnSessionList>('/me/sessions', undefined, signal),
  });

/** After any change here: factors and passwords end sessions, too. */
export const accountChanged = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['identity'] });

/** Mails a code that stands in for the current password. */
export const sendReauthenticationCode = async (): Promise<void> => {
  check(await auth.reauthenticate(), 'Failed to send the code');
};

/** Both addresses get a mail; the new one counts once both have agreed. */
export const changeEmail = async (email: string): Promise<void> => {
  const emailRedirectTo = `${location.origin}/settings?tab=security`;
  check(await auth.updateUser({ email }, { emailRedirectTo }), 'Failed to change the email address');
};

export const resendConfirmation = async (email: string): Promise<void> => {
  const options = { emailRedirectTo: `${location.origin}/login` };
  check(await auth.resend({ type: 'signup', email, options }), 'Failed to send the email');
};

export const revokeSession = (id: string): Promise<void> => api.delete(`/me/sessions/${id}`);

export const revokeOtherSessions = async (): Promise<void> => {
  check(await auth.signOut({ scope: 'others' }), 'Failed to sign out the other devices');
};

export const exportAccount = (): Promise<Blob> => api.file('/me/export');

/** Erases the account; then this browser forgets its session. */
export const closeAccount = async (closing: AccountClosing): Promise<void> => {
  await api.delete('/me', closing);
  await auth.signOut({ scope: 'local' });
};
