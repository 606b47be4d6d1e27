import { type RefObject, useEffect, useState } from 'react';
import { watchVisibility } from '../../platform/element-visibility.ts';

/** In pixels: as wide as a tile is on a screen with two pixels per point. */
const width = 560;
/** How far from the visible part of the page an element may be for its preview to be made. */
const margin = '300px';

/** A small copy. The full pictures of hundreds of tiles would be decoded again and again while the page scrolls. */
const smallCopy = async (file: File): Promise<Blob> => {
  const bitmap = await createImageBitmap(file, { resizeWidth: width, resizeQuality: 'medium' });
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  bitmap.close();
  return canvas.convertToBlob({ type: 'image/webp', quality: 0.8 });
};

let last: Promise<unknown> = Promise.resolve();
/** One picture after another, so that the page stays responsive. */
const afterOthers = <T>(work: () => Promise<T>): Promise<T> => {
  const next = last.then(work);
  last = next.catch(() => undefined);
  return next;
};

/**
 * An object URL of a picture's small copy, made once the element comes near the visible part of the page, and revoked
 * with the element. Undefined until then; null if the browser cannot decode the file.
 */
export const usePreview = (file: File, element: RefObject<HTMLElement | null>): string | null | undefined => {
  const [preview, setPreview] = useState<string | null>();
  useEffect(() => {
    let near = false;
    let requested = false;
    let url: string | undefined;
    const removed = new AbortController();
    const make = async () => {
      requested = near && !removed.signal.aborted;
      if (!requested) return;
      const copy = await smallCopy(file).catch(() => undefined);
      if (removed.signal.aborted) return;
      url = copy && URL.createObjectURL(copy);
      setPreview(url ?? null);
    };
    const makeOnceNear = (isVisible: boolean) => {
      near = isVisible;
      if (!near || requested) return;
      requested = true;
      void afterOthers(make);
    };
    const end = element.current && watchVisibility(element.current, makeOnceNear, { rootMargin: margin });
    return () => {
      removed.abort();
      end?.();
      if (url) URL.revokeObjectURL(url);
    };
  }, [file, element]);
  return preview;
};
