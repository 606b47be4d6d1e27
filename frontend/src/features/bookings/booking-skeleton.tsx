import { SkeletonBlocks } from '../../ui/states.tsx';

/** The skeleton of the booking page, as tall as the page. */
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
