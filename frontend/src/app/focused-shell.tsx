import { FocusedHeader } from './header.tsx';
import { PageBoundary } from './page-boundary.tsx';

/** Around pages with one task, such as signing in. */
export function FocusedShell() {
  return (
    <>
      <FocusedHeader />
      <PageBoundary />
    </>
  );
}
