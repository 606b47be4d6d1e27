import { useState } from 'react';
import type { GalleryItem } from '#galleries/contract';
import { messageOf } from '../../platform/http.ts';
import { useVideoUrl } from './viewer-api.ts';
import { itemName } from './viewer-labels.ts';

/** A video in the lightbox. Its URL is requested when it is opened; until then its poster is shown. */
export function VideoSlide({ item, active }: { item: GalleryItem; active: boolean }) {
  const url = useVideoUrl(item, active);
  const [unplayable, setUnplayable] = useState(false);
  const poster = item.previews?.large;
  if (active && url.data && !unplayable)
    return (
      // biome-ignore lint/a11y/useMediaCaption: creators upload videos without captions.
      <video
        className="slide-video"
        src={url.data}
        poster={poster}
        aria-label={itemName(item)}
        controls
        playsInline
        autoPlay
        onError={() => setUnplayable(true)}
      />
    );
  const message = unplayable
    ? 'Your browser can’t play this video. Download it to watch it.'
    : url.isError && messageOf(url.error, 'This video can’t be played now.');
  return (
    <figure className="slide-poster">
      {poster && <img className="slide-video" src={poster} alt={itemName(item)} />}
      {message && <figcaption role="alert">{message}</figcaption>}
    </figure>
  );
}
