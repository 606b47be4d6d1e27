import { SkeletonBlocks } from '../../ui/states.tsx';
import './dashboard.css';

/** As tall as the counts and lists that will stand here. */
export function DashboardSkeleton() {
  return (
    <>
      <SkeletonBlocks heights={[]} />
      <div className="counts" aria-hidden="true">
        {[0, 1, 2].map((place) => (
          <svg key={place} className="skeleton-block" width="100%" height="120" />
        ))}
      </div>
      <div className="two-lists" aria-hidden="true">
        {[0, 1].map((place) => (
          <svg key={place} className="skeleton-block" width="100%" height="320" />
        ))}
      </div>
    </>
  );
}
