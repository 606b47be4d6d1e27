import { SkeletonBlocks } from '../../ui/states.tsx';

/** As tall as the booking page. */
export function BookingSkeleton() {
  return (
    <div className="stack">
      <SkeletonBlocks heights={[148]} />
      <div className="columns main-first" aria-hidden="true">
        <SkeletonBlocks heights={[280, 220]} />
        <SkeletonBlocks heights={[260, 130]} />
      </div>
    </div>
  );
}
