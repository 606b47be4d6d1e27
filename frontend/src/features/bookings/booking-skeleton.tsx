import { SkeletonBlocks } from '../../ui/states.tsx';
import './bookings.css';

/** As tall as the booking that will stand here. */
export function BookingSkeleton() {
  return (
    <>
      <SkeletonBlocks heights={[148]} />
      <div className="booking-page skeleton-columns" aria-hidden="true">
        <div className="stack">
          <svg className="skeleton-block" width="100%" height="280" />
          <svg className="skeleton-block" width="100%" height="220" />
        </div>
        <div className="stack">
          <svg className="skeleton-block" width="100%" height="260" />
          <svg className="skeleton-block" width="100%" height="130" />
        </div>
      </div>
    </>
  );
}
