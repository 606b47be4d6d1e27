import { useMutation } from '@tanstack/react-query';
import { loadAuth } from './session.ts';

/** This hook has its own file, so that the shells do not load all of `api.ts`. */
export const useResendConfirmation = () =>
  useMutation({
    mutationFn: async (email: string) => {
      const { auth, check } = await loadAuth();
      const options = { emailRedirectTo: `${location.origin}/login` };
      check(await auth.resend({ type: 'signup', email, options }), 'Failed to send the email');
    },
    meta: { success: 'Email sent! Check your inbox.', failure: 'Failed to send the email' },
  });
