import { Skeleton } from 'antd';
import './list.css';

/** Shown while a list of item cards is loading. */
export function ItemCardSkeletons({ count }: { count: number }) {
  return (
    <div className="stack">
      <span className="unseen" role="status">
        Loading...
      </span>
      {Array.from({ length: count }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeleton cards have no identity but their position.
        <div key={i} className="card pad" aria-hidden="true">
          <Skeleton active avatar={{ shape: 'square', size: 54 }} paragraph={{ rows: 3 }} />
        </div>
      ))}
    </div>
  );
}
