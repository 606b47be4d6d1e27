import { useNavigate } from 'react-router-dom';
import { useNotify } from '../../shared/notify.tsx';
import { auth } from './auth.ts';

/** Ends the session of this browser and goes to the log-in page. */
export const useSignOut = (): (() => void) => {
  const notify = useNotify();
  const navigate = useNavigate();
  const signOut = async () => {
    const { error } = await auth.signOut({ scope: 'local' });
    if (error) return notify.error('Error signing out');
    notify.success('Signed out successfully');
    await navigate('/login');
  };
  return () => void signOut();
};
