import { Flex, Skeleton } from 'antd';
import './list.css';

function Loading({ label = 'Loading...' }: { label?: string | undefined }) {
  return (
    <span className="unseen" role="status">
      {label}
    </span>
  );
}

/** Blocks as tall as what will be shown. `heights` are in pixels, top to bottom. */
export function BlockSkeleton({ heights, label }: { heights: readonly number[]; label?: string }) {
  return (
    <Flex vertical gap={16}>
      <Loading label={label} />
      {heights.map((height, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeleton blocks have no identity but their position.
        <Skeleton.Node key={i} active styles={{ root: { width: '100%' }, content: { width: '100%', height } }} />
      ))}
    </Flex>
  );
}

/** Shown while a list of item cards is loading. */
export function ItemCardSkeletons({ count }: { count: number }) {
  return (
    <div className="cards">
      <Loading />
      {Array.from({ length: count }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeleton cards have no identity but their position.
        <div key={i} className="card pad" aria-hidden="true">
          <Skeleton active avatar={{ shape: 'square', size: 54 }} paragraph={{ rows: 3 }} />
        </div>
      ))}
    </div>
  );
}
