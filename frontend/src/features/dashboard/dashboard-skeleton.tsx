import { SkeletonBlocks } from '../../ui/states.tsx';
import { QuickCards } from './quick-cards.tsx';
import './dashboard.css';

/**
 * What the dashboard shows before its data: the quick cards of clients, and blocks as tall as its counts and lists.
 * Without a role, as in the static document, the stylesheet hides the cards unless `public/start.js` finds a client.
 */
export function DashboardSkeleton({ role }: { role: string | undefined }) {
  return (
    <>
      <SkeletonBlocks className="columns small" heights={[120, 120, 120]} />
      {(role === undefined || role === 'client') && <QuickCards className={role ? '' : 'for-clients'} />}
      <SkeletonBlocks className="columns" heights={[320, 320]} />
    </>
  );
}
