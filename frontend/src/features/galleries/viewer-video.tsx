import { useRef, useState } from 'react';
import type { GalleryItem } from '#galleries/contract';
import { messageOf } from '../../platform/http.ts';
import { useVideoUrl } from './viewer-api.ts';
import { itemName } from './viewer-labels.ts';
import { afterVideoError } from './viewer-video-errors.ts';

const failureTexts = {
  unplayable: 'Your browser can’t play this video. Download it to watch it.',
  unavailable: 'This video can’t be played now.',
} as const;

/** A video in the lightbox. Its URL is requested when it is opened; until then its poster is shown. */
export function VideoSlide({ item, active }: { item: GalleryItem; active: boolean }) {
  const url = useVideoUrl(item, active);
  const [failure, setFailure] = useState<keyof typeof failureTexts>();
  const playback = useRef({ loaded: false, renewed: false, position: 0 });
  const poster = item.previews?.large;
  const loaded = (video: HTMLVideoElement) => {
    video.currentTime = playback.current.position;
    playback.current = { ...playback.current, loaded: true, position: 0 };
  };
  const failed = ({ error, currentTime }: HTMLVideoElement) => {
    const next = afterVideoError(error?.code, playback.current);
    if (next !== 'renew') return setFailure(next);
    playback.current = { ...playback.current, renewed: true, position: currentTime };
    void url.refetch();
  };
  if (active && url.isSuccess && !url.isFetching && !failure)
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
        onLoadedMetadata={({ currentTarget }) => loaded(currentTarget)}
        onPlaying={() => {
          playback.current = { ...playback.current, renewed: false };
        }}
        onError={({ currentTarget }) => failed(currentTarget)}
      />
    );
  const message = failure ? failureTexts[failure] : url.isError && messageOf(url.error, failureTexts.unavailable);
  return (
    <figure className="slide-poster">
      {poster && <img className="slide-video" src={poster} alt={itemName(item)} />}
      {message && <figcaption role="alert">{message}</figcaption>}
    </figure>
  );
}
