import { useLocation } from 'react-router-dom';
import { Loader } from '../ui/festoon.tsx';
import { Page } from '../ui/page.tsx';
import { SkeletonBlocks } from '../ui/states.tsx';
import { routeOf } from './routes.tsx';

/** The heading of the page at this address and blocks where its content will be, until the page is loaded. */
export function PageSkeleton() {
  const { title, width = 'wide' } = routeOf(useLocation().pathname) ?? {};
  if (!title) return <Loader />;
  return (
    <Page title={title} width={width}>
      <SkeletonBlocks heights={[120, 320]} />
    </Page>
  );
}
