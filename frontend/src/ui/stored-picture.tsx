import { copiesOf } from '../platform/picture-copies.ts';
import { Photo } from './photo.tsx';

type StoredPictureProps = {
  /** Width and height in pixels; `mediaUrl` is the address of its JPEG. */
  picture: { readonly mediaUrl: string; readonly width: number; readonly height: number; readonly thumbhash: string };
  alt: string;
  /** How wide it is shown, as in the `sizes` of an `img`. */
  sizes: string;
  /** Loads at once, for the first picture of a page. */
  first?: boolean;
};

/** A picture of which the server keeps smaller copies; the browser chooses one. */
export function StoredPicture({ picture, alt, sizes, first = false }: StoredPictureProps) {
  const { mediaUrl, width, height, thumbhash } = picture;
  return (
    <Photo
      src={mediaUrl}
      srcSet={copiesOf(mediaUrl, width)}
      sizes={sizes}
      width={width}
      height={height}
      thumbhash={thumbhash || null}
      alt={alt}
      loading={first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : 'auto'}
    />
  );
}
