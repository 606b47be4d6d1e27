import { Download, Heart } from 'lucide-react';
import { useMemo } from 'react';
import { IconButton, Lightbox, type SlideImage, useLightboxState } from 'yet-another-react-lightbox';
import Counter from 'yet-another-react-lightbox/plugins/counter';
import Thumbnails from 'yet-another-react-lightbox/plugins/thumbnails';
import Zoom from 'yet-another-react-lightbox/plugins/zoom';
import type { GalleryItem } from '#galleries/contract';
import { isVideo, itemName } from './viewer-labels.ts';
import { previewSizes } from './viewer-previews.ts';
import { VideoSlide } from './viewer-video.tsx';
import 'yet-another-react-lightbox/plugins/counter.css';
import 'yet-another-react-lightbox/plugins/thumbnails.css';
import '../../ui/lightbox.css';
import './viewer-lightbox.css';

declare module 'yet-another-react-lightbox' {
  interface Labels {
    Download?: string;
  }
  interface SlideImage {
    itemId?: string;
  }
}

type ViewerLightboxProps = {
  /** Processed items, in the order of the grid. */
  items: readonly GalleryItem[];
  /** The id of the open item. */
  open: string;
  /** Called with the id of the item that is shown now. */
  onView: (id: string) => void;
  onClose: () => void;
  onFavorite: ((item: GalleryItem) => void) | undefined;
  onDownload: ((item: GalleryItem) => void) | undefined;
};

const slideOf = (item: GalleryItem): SlideImage => {
  const { id, previews, width, height } = item;
  const copies = previews && width && height ? previewSizes(previews, width, height) : [];
  const largest = copies.at(-1);
  return {
    itemId: id,
    src: largest?.src ?? '',
    alt: itemName(item),
    ...(largest && { width: largest.width, height: largest.height }),
    srcSet: copies,
  };
};

// On smaller screens the pictures need the room of the thumbnails and of the borders.
const wide = '(min-width: 768px) and (min-height: 600px)';

/** The items of a gallery on the whole screen: by keyboard, mouse and touch, with zoom. */
export function ViewerLightbox({ items, open, onView, onClose, onFavorite, onDownload }: ViewerLightboxProps) {
  const slides = useMemo(() => items.map(slideOf), [items]);
  const byId = useMemo(() => new Map(items.map((item) => [item.id as string, item])), [items]);
  const index = Math.max(
    items.findIndex(({ id }) => id === open),
    0,
  );
  const isWide = matchMedia(wide).matches;
  return (
    <Lightbox
      open
      close={onClose}
      index={index}
      slides={slides}
      plugins={isWide ? [Counter, Zoom, Thumbnails] : [Counter, Zoom]}
      on={{ view: ({ index: at }) => items[at] && onView(items[at].id) }}
      carousel={{ finite: true, preload: 2, padding: isWide ? '64px' : 0 }}
      controller={{ closeOnPullDown: true }}
      zoom={{ maxZoomPixelRatio: 2, scrollToZoom: true }}
      thumbnails={{ width: 84, height: 60, gap: 6, padding: 0, border: 0, borderRadius: 4, imageFit: 'cover' }}
      toolbar={{
        buttons: [
          onFavorite && <FavoriteButton key="favorite" items={byId} onFavorite={onFavorite} />,
          onDownload && <DownloadButton key="download" items={byId} onDownload={onDownload} />,
          'close',
        ],
      }}
      render={{
        slide: ({ slide, offset }) => {
          const item = byId.get(slide.itemId ?? '');
          return item && isVideo(item) ? <VideoSlide key={item.id} item={item} active={offset === 0} /> : undefined;
        },
        slideFooter: ({ slide }) => {
          const title = byId.get(slide.itemId ?? '')?.title;
          return title && <p className="slide-title">{title}</p>;
        },
      }}
    />
  );
}

type Items = ReadonlyMap<string, GalleryItem>;

const useCurrentItem = (items: Items): GalleryItem | undefined => {
  const { currentSlide } = useLightboxState();
  return items.get(currentSlide?.itemId ?? '');
};

function FavoriteButton({ items, onFavorite }: { items: Items; onFavorite: (item: GalleryItem) => void }) {
  const item = useCurrentItem(items);
  if (!item) return null;
  return (
    <button
      type="button"
      className={item.isFavorite ? 'yarl__button favorite on' : 'yarl__button favorite'}
      aria-label="Favorite"
      aria-pressed={item.isFavorite}
      onClick={() => onFavorite(item)}
    >
      <Heart aria-hidden="true" />
    </button>
  );
}

function DownloadButton({ items, onDownload }: { items: Items; onDownload: (item: GalleryItem) => void }) {
  const item = useCurrentItem(items);
  if (!item) return null;
  return <IconButton label="Download" icon={Download} onClick={() => onDownload(item)} />;
}
