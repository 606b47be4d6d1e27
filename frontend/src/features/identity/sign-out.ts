import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { loadAuth } from './session.ts';
import { cancelSignOut, startSignOut } from './session-state.ts';

/**
 * Ends the session of this browser and goes to the sign-in page. In a file of its own, so that the shells do not load
 * all of `api.ts`.
 */
export const useSignOut = (): (() => void) => {
  const navigate = useNavigate();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const { auth } = await loadAuth();
      // Navigates when the session of this browser ends. The response can come later, when the user has opened another
      // page.
      startSignOut(() => navigate('/login'));
      const { error } = await auth.signOut({ scope: 'local' });
      cancelSignOut();
      if (error) throw error;
    },
    meta: { success: 'Signed out successfully', failure: () => 'Error signing out' },
  });
  return () => {
    if (!isPending) mutate();
  };
};
