import { Outlet } from 'react-router-dom';
import { FocusedHeader } from './header.tsx';

/** Around pages with one task, such as signing in. */
export function FocusedShell() {
  return (
    <>
      <FocusedHeader />
      <Outlet />
    </>
  );
}
