import { CalendarClock, Eye } from 'lucide-react';
import { useMemo } from 'react';
import type { GalleryItem, SharedGallery } from '#galleries/contract';
import { longDate } from '../../platform/dates.ts';
import { titleCase } from '../../platform/text.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { Cover } from './cover.tsx';
import { itemsLabel, sizeLabel } from './gallery-labels.ts';
import {
  type Shared,
  sharedItemUrls,
  useEndOfVisit,
  useSaveSharedArchive,
  useSharedGallery,
  useSharedItems,
} from './shared-api.ts';
import { ItemUrlContext } from './viewer-api.ts';
import { CoverPicture } from './viewer-cover.tsx';
import { ViewerPictures } from './viewer-pictures.tsx';
import { RemovedFiles, retentionText } from './viewer-retention.tsx';
import { PicturesSkeleton } from './viewer-skeleton.tsx';
import './viewer.css';

type SharedViewerProps = {
  shared: Shared;
  /** Asks for the PIN; undefined if the visit allows everything that the link does. */
  onEnterPin: (() => void) | undefined;
};

/** A gallery seen through a link, with downloads if the link allows them. */
export function SharedViewer({ shared, onEnterPin }: SharedViewerProps) {
  const query = useSharedGallery(shared);
  const items = useSharedItems(shared);
  useEndOfVisit(shared.token, [query.error, items.error]);
  const requestUrl = useMemo(() => sharedItemUrls(shared), [shared]);
  const gallery = query.data;
  if (!gallery && query.error)
    return (
      <main id="content" className="wrap page" tabIndex={-1}>
        <ErrorState what="This gallery could not be loaded" error={query.error} onRetry={() => void query.refetch()} />
      </main>
    );
  return (
    <main id="content" className="viewer" tabIndex={-1}>
      <title>{`${gallery?.name ?? 'Gallery'} · Festoon`}</title>
      <Cover
        picture={gallery?.cover && <CoverPicture key={shared.token} cover={gallery?.cover} />}
        eyebrow={gallery ? `by ${gallery.creatorName}` : ' '}
        title={gallery?.name ?? 'Gallery'}
        facts={gallery ? factsText(gallery) : 'Loading gallery...'}
        actions={
          <>
            {gallery?.may.archive && <DownloadAll shared={shared} originals={gallery.may.download} />}
            {onEnterPin && gallery?.status === 'delivered' && !gallery.filesRemovedAt && (
              <button type="button" className="button" onClick={onEnterPin}>
                Enter PIN to Download
              </button>
            )}
          </>
        }
      />
      <ItemUrlContext value={requestUrl}>
        <Loaded query={items} failure="The photos and videos could not be loaded" skeleton={<PicturesSkeleton />}>
          {(data) => <Contents shared={shared} gallery={gallery} items={data.items} />}
        </Loaded>
      </ItemUrlContext>
    </main>
  );
}

type ContentsProps = { shared: Shared; gallery: SharedGallery | undefined; items: readonly GalleryItem[] };

/** Notes and pictures appear together, so that the notes do not move what is already visible. */
function Contents({ shared, gallery, items }: ContentsProps) {
  if (!gallery) return <PicturesSkeleton />;
  return (
    <>
      {gallery.description && (
        <div className="wrap">
          <p className="viewer-description pre-line">{gallery.description}</p>
        </div>
      )}
      <SharedNote gallery={gallery} forDownload={shared.visit.access === 'download'} />
      {gallery.filesRemovedAt ? (
        <RemovedFiles items={items} />
      ) : (
        <ViewerPictures gallery={viewerGallery(shared.token, gallery)} items={items} />
      )}
    </>
  );
}

/** The gallery as the viewer takes it. Its id is the token of the link. */
const viewerGallery = (token: string, gallery: SharedGallery) => ({
  id: token,
  may: { upload: false, edit: false, favorite: false, download: gallery.may.download },
});

const factsText = ({ eventType, eventDate, itemCount, totalSize }: SharedGallery): string =>
  [titleCase(eventType), longDate(eventDate), itemsLabel(itemCount), sizeLabel(totalSize)].join(' · ');

/** Why pictures have a watermark, or why the original files are not there; and how long the files are kept. */
function SharedNote({ gallery, forDownload }: { gallery: SharedGallery; forDownload: boolean }) {
  const access = accessText(gallery, forDownload);
  const retention = retentionText(gallery, gallery.may.archive);
  if (!access && !retention) return null;
  return (
    <div className="wrap viewer-notes">
      {access && (
        <p className="viewer-note">
          <Eye aria-hidden="true" /> <span>{access}</span>
        </p>
      )}
      {retention && (
        <p className="viewer-note">
          <CalendarClock aria-hidden="true" /> <span>{retention}</span>
        </p>
      )}
    </div>
  );
}

const accessText = (gallery: SharedGallery, forDownload: boolean): string | undefined => {
  const { status, creatorName, originalsLocked, filesRemovedAt } = gallery;
  if (status !== 'delivered')
    return `These are previews with a watermark. ${creatorName} delivers the gallery once it is complete.`;
  return forDownload && originalsLocked && !filesRemovedAt
    ? 'The original files are not available yet. Until then you can download the photos in web size.'
    : undefined;
};

/** One archive, because phones handle many successive downloads badly. */
function DownloadAll({ shared, originals }: { shared: Shared; originals: boolean }) {
  const { mutate, isPending } = useSaveSharedArchive(shared);
  return (
    <button
      type="button"
      className="button primary"
      disabled={isPending}
      onClick={() => mutate(originals ? 'original' : 'large')}
    >
      Download All
    </button>
  );
}
