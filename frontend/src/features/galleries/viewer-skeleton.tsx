import { SkeletonBlocks } from '../../ui/states.tsx';
import { LoadingCover } from './cover.tsx';
import './viewer.css';

const row = 240;

/** Blocks where the pictures will be. */
export function PicturesSkeleton() {
  return <SkeletonBlocks className="viewer-loading" heights={[row, row, row, row, row, row, row, row]} />;
}

/** The page while it loads. */
export function ViewerSkeleton() {
  return (
    <main id="content" className="viewer" tabIndex={-1}>
      <title>Gallery · Festoon</title>
      <LoadingCover />
      <PicturesSkeleton />
    </main>
  );
}
