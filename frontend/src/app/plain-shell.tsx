import { Footer } from './footer.tsx';
import { PublicHeader } from './header.tsx';
import { PageBoundary } from './page-boundary.tsx';

/** The shell of pages that load no component library. */
export function PlainShell() {
  return (
    <>
      <PublicHeader />
      <PageBoundary />
      <Footer />
    </>
  );
}
