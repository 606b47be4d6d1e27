import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { loadAuth } from './session.ts';
import { startSignOut } from './session-state.ts';

/**
 * Ends the session of this browser and goes to the sign-in page. In a file of its own, so that the shells do not load
 * all of `api.ts`.
 */
export const useSignOut = (): (() => void) => {
  const navigate = useNavigate();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const { auth } = await loadAuth();
      // When the session ends, which is before the server has answered: the user may open another page meanwhile.
      startSignOut(() => navigate('/login'));
      const { error } = await auth.signOut({ scope: 'local' });
      if (error) throw error;
    },
    meta: { success: 'Signed out successfully', failure: () => 'Error signing out' },
  });
  return () => {
    if (!isPending) mutate();
  };
};
