import { thumbHashToDataURL } from 'thumbhash';

const decoded = new Map<string, string>();

/** The data URL of a small blurred picture, from a thumbhash in base64. */
export const placeholderUrl = (thumbhash: string): string => {
  const known = decoded.get(thumbhash);
  if (known !== undefined) return known;
  const url = thumbHashToDataURL(Uint8Array.from(atob(thumbhash), (letter) => letter.charCodeAt(0)));
  decoded.set(thumbhash, url);
  return url;
};
