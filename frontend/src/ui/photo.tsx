import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { placeholderUrl } from '../platform/placeholder.ts';

type PhotoProps = Omit<ComponentProps<'img'>, 'src' | 'alt' | 'style'> & {
  src: string;
  alt: string;
  /** A small placeholder in base64; null if there is none. */
  thumbhash: string | null;
};

/** A picture that shows its placeholder until it is loaded. */
export function Photo({ thumbhash, alt, className = 'picture', ...image }: PhotoProps) {
  // `loading` is set only in the browser, because placeholders would multiply the size of server-rendered pages.
  const [state, setState] = useState<'unknown' | 'loading' | 'loaded'>('unknown');
  const picture = useRef<HTMLImageElement>(null);
  useEffect(() => setState(picture.current?.complete ? 'loaded' : 'loading'), []);
  const placeholder = state === 'loading' && thumbhash && placeholderUrl(thumbhash);
  // Once loaded, the placeholder must not show through transparent parts.
  const background = placeholder ? { backgroundImage: `url(${placeholder})`, backgroundSize: 'cover' } : {};
  return (
    <img
      loading="lazy"
      decoding="async"
      {...image}
      ref={picture}
      className={className}
      alt={alt}
      style={background}
      onLoad={() => setState('loaded')}
    />
  );
}
