import { BlockSkeleton } from '../../ui/skeletons.tsx';

const columns = (count: number, height: number) =>
  Array.from({ length: count }, (_, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: skeleton blocks have no identity but their position.
    <BlockSkeleton key={i} heights={[height]} />
  ));

/** As tall as the counts and lists of the dashboard. */
export function DashboardSkeleton() {
  return (
    <>
      <div className="columns small">{columns(3, 120)}</div>
      <div className="columns">{columns(2, 320)}</div>
    </>
  );
}
