import { useMutation } from '@tanstack/react-query';
import { loadAuth } from './session.ts';

/** Apart from `api.ts`, so that shells stay small. */
export const useResendConfirmation = () =>
  useMutation({
    mutationFn: async (email: string) => {
      const { auth, check } = await loadAuth();
      const options = { emailRedirectTo: `${location.origin}/login` };
      check(await auth.resend({ type: 'signup', email, options }), 'Failed to send the email');
    },
    meta: { success: 'Email sent! Check your inbox.', failure: 'Failed to send the email' },
  });
