import { FocusedHeader } from './header.tsx';
import { PageBoundary } from './page-boundary.tsx';

/** The shell of pages with one task, such as signing in. */
export function FocusedShell() {
  return (
    <>
      <FocusedHeader />
      <PageBoundary />
    </>
  );
}
