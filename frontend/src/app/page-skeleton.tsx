import { useLocation } from 'react-router-dom';
import { DashboardSkeleton } from '../features/dashboard/dashboard-skeleton.tsx';
import { ViewerSkeleton } from '../features/galleries/viewer-skeleton.tsx';
import { Loader } from '../ui/festoon.tsx';
import { Page } from '../ui/page.tsx';
import { SkeletonBlocks } from '../ui/states.tsx';
import { routeOf } from './routes.tsx';

/** The heading of the page at this address and a skeleton of its content, shown until the page is loaded. */
export function PageSkeleton({ role }: { role?: string | undefined }) {
  const { path, title, width = 'wide' } = routeOf(useLocation().pathname) ?? {};
  if (!title) return <Loader />;
  if (path === '/galleries/:id') return <ViewerSkeleton />;
  return (
    <Page title={title} width={width}>
      {path === '/dashboard' ? (
        <div className="stack">
          <DashboardSkeleton role={role} />
        </div>
      ) : (
        <SkeletonBlocks heights={[120, 320]} />
      )}
    </Page>
  );
}
