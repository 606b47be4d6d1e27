import { BlockSkeleton } from '../../ui/skeletons.tsx';

/** As tall as the booking page. */
export function BookingSkeleton() {
  return (
    <div className="stack">
      <BlockSkeleton heights={[148]} />
      <div className="columns main-first" aria-hidden="true">
        <BlockSkeleton heights={[280, 220]} />
        <BlockSkeleton heights={[260, 130]} />
      </div>
    </div>
  );
}
