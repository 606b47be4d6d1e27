import { type ComponentProps, useState } from 'react';
import { placeholderUrl } from '../platform/placeholder.ts';

type PhotoProps = Omit<ComponentProps<'img'>, 'src' | 'alt' | 'style'> & {
  src: string;
  alt: string;
  /** A small placeholder in base64; null if there is none. */
  thumbhash: string | null;
};

/** A picture that shows its placeholder until it is loaded. */
export function Photo({ thumbhash, alt, className = 'picture', ...image }: PhotoProps) {
  const [loaded, setLoaded] = useState(false);
  const placeholder = thumbhash && placeholderUrl(thumbhash);
  // Once loaded, the placeholder must not show through transparent parts.
  const background = !loaded && placeholder ? { backgroundImage: `url(${placeholder})`, backgroundSize: 'cover' } : {};
  return (
    <img
      loading="lazy"
      decoding="async"
      {...image}
      className={className}
      alt={alt}
      style={background}
      onLoad={() => setLoaded(true)}
    />
  );
}
