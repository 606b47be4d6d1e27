import { useParams } from 'react-router-dom';
import type { Gallery, GalleryItem } from '#galleries/contract';
import { useGallery } from '../features/galleries/api.ts';
import { AcceptGallery, ViewerActions } from '../features/galleries/viewer-actions.tsx';
import { useGalleryItems } from '../features/galleries/viewer-api.ts';
import { ViewerCover } from '../features/galleries/viewer-cover.tsx';
import { ViewerNotes } from '../features/galleries/viewer-notes.tsx';
import { ViewerPictures } from '../features/galleries/viewer-pictures.tsx';
import { RemovedFiles } from '../features/galleries/viewer-retention.tsx';
import { PicturesSkeleton } from '../features/galleries/viewer-skeleton.tsx';
import { useMe } from '../features/identity/session.ts';
import { isMissing } from '../platform/http.ts';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import '../features/galleries/viewer.css';

// The cover is mounted while the gallery loads, so its heading keeps the focus.
export function GalleryViewer() {
  const { id = '' } = useParams();
  const userId = useMe().data?.id ?? '';
  const query = useGallery(id);
  const gallery = query.data;
  // Both are requested at the same time.
  const items = useGalleryItems(id);
  if (!gallery && query.error) return <Missing error={query.error} onRetry={query.refetch} />;
  const all = items.data?.items ?? [];
  return (
    <main id="content" className="viewer" tabIndex={-1}>
      <title>{`${gallery?.name ?? 'Gallery'} · Festoon`}</title>
      <ViewerCover
        gallery={gallery}
        userId={userId}
        actions={gallery && <ViewerActions gallery={gallery} items={all.filter(({ state }) => state === 'ready')} />}
      />
      <Loaded query={items} failure="The photos and videos could not be loaded" skeleton={<PicturesSkeleton />}>
        {(data) => <Contents key={id} gallery={gallery} items={data.items} userId={userId} />}
      </Loaded>
      {gallery?.may.accept && <AcceptGallery gallery={gallery} />}
    </main>
  );
}

type ContentsProps = { gallery: Gallery | undefined; items: readonly GalleryItem[]; userId: string };

/** Notes and pictures appear together, so that the notes do not move what is already visible. */
function Contents({ gallery, items, userId }: ContentsProps) {
  if (!gallery) return <PicturesSkeleton />;
  return (
    <>
      {gallery.description && (
        <div className="wrap">
          <p className="viewer-description pre-line">{gallery.description}</p>
        </div>
      )}
      <ViewerNotes gallery={gallery} userId={userId} items={items} />
      {gallery.filesRemovedAt ? <RemovedFiles items={items} /> : <ViewerPictures gallery={gallery} items={items} />}
    </>
  );
}

function Missing({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  return (
    <Page title="Gallery">
      {isMissing(error) ? (
        <EmptyState
          title="Gallery not found"
          text="Check the link, or sign in with the account this gallery belongs to."
          link={{ to: '/bookings', name: 'Back' }}
        />
      ) : (
        <ErrorState what="This gallery could not be loaded" error={error} onRetry={() => void onRetry()} />
      )}
    </Page>
  );
}
