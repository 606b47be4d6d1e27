import { Outlet } from 'react-router-dom';
import { Footer } from './footer.tsx';
import { PublicHeader } from './header.tsx';

/** Around pages that load no component library. */
export function PlainShell() {
  return (
    <>
      <PublicHeader />
      <Outlet />
      <Footer />
    </>
  );
}
