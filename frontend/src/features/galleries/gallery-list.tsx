import type { ReactNode } from 'react';
import { PagedList } from '../../ui/paged-list.tsx';
import { useGalleries } from './api.ts';
import { GalleryCard } from './gallery-card.tsx';

/** The galleries that the user created or received, newest first. `empty` is shown while there are none. */
export function GalleryList({ userId, empty }: { userId: string; empty: ReactNode }) {
  return (
    <PagedList
      query={useGalleries()}
      failure="Your galleries could not be loaded"
      skeletons={3}
      columnHeight={440}
      empty={empty}
      more="Show more galleries"
    >
      {(gallery) => <GalleryCard key={gallery.id} gallery={gallery} userId={userId} />}
    </PagedList>
  );
}
