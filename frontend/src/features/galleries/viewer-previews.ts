import { type GalleryItem, type Previews, previewWidths } from '#galleries/contract';
import { areKept, isSameFile } from './signed-previews.ts';

/** All items of a gallery. The URLs of their previews are valid until `previewsExpireAt`. */
export type GalleryItems = { readonly items: readonly GalleryItem[]; readonly previewsExpireAt: string };

/**
 * The items with the URLs that the page already uses, as long as these are valid: every response has new URLs of the
 * same files, and the browser would load all pictures again.
 */
export const keepPreviews = (previous: GalleryItems | undefined, next: GalleryItems, now: number): GalleryItems => {
  if (!previous || !areKept(previous, now)) return next;
  const known = new Map(previous.items.map(({ id, previews }) => [id, previews]));
  const items = next.items.map((item) => {
    const previews = known.get(item.id) ?? null;
    return isSameFile(previews, item.previews) ? { ...item, previews } : item;
  });
  return { items, previewsExpireAt: previous.previewsExpireAt };
};

const sizes = ['small', 'medium', 'large'] as const;

/** A copy of a picture; `width` and `height` in pixels. */
export type Copy = { readonly src: string; readonly width: number; readonly height: number };

/**
 * The copies of a picture with these dimensions, the smallest first: each only once, because copies are never larger
 * than the picture.
 */
export const previewSizes = (previews: Previews, width: number, height: number): readonly Copy[] => {
  const first = sizes.findIndex((size) => previewWidths[size] >= width);
  return sizes.slice(0, first < 0 ? undefined : first + 1).map((size) => {
    const copyWidth = Math.min(previewWidths[size], width);
    return { src: previews[size], width: copyWidth, height: Math.round((height * copyWidth) / width) };
  });
};
