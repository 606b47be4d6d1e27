import { useNavigate } from 'react-router-dom';
import { useNotify } from '../../ui/notify.tsx';
import { auth } from './auth.ts';
import { useSending } from './sending.ts';

/** Ends the session of this browser and goes to the log-in page. */
export const useSignOut = (): (() => void) => {
  const notify = useNotify();
  const navigate = useNavigate();
  const { send } = useSending();
  const signOut = async () => {
    const { error } = await auth.signOut({ scope: 'local' });
    if (error) return notify.error('Error signing out');
    notify.success('Signed out successfully');
    await navigate('/login');
  };
  return () => send('sign-out', signOut);
};
