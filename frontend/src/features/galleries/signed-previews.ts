import { type QueryKey, queryOptions } from '@tanstack/react-query';
import type { Gallery, Previews } from '#galleries/contract';

/** How long before they expire the URLs are replaced, in milliseconds. */
const margin = 10 * 60_000;
// If the URLs are valid for less than the margin, the requests for new ones still need a pause. In milliseconds.
const minDelay = 30_000;

type Signed = { readonly previewsExpireAt: string };
type WithCover = { readonly cover: Gallery['cover'] };

const pathOf = (url: string): string => url.slice(0, url.indexOf('?'));

/** Whether these are URLs of the same file. A preview with another path is another file, as after a delivery. */
export const isSameFile = (a: Previews | null, b: Previews | null): boolean =>
  a !== null && b !== null && pathOf(a.large) === pathOf(b.large);

/** Whether the URLs are valid for long enough to be kept. */
export const areKept = ({ previewsExpireAt }: Signed, now: number): boolean =>
  Date.parse(previewsExpireAt) - margin > now;

/** When data is to be read again because its URLs expire, in milliseconds from now. */
export const renewalDelay = ({ previewsExpireAt }: Signed, now: number): number =>
  Math.max(Date.parse(previewsExpireAt) - margin - now, minDelay);

/**
 * The gallery with the URLs of its cover that the page already uses, as long as these are valid: every response has new
 * URLs of the same file, and the browser would load it again.
 */
export const keepCover = <T extends WithCover | null>(
  previous: WithCover | null | undefined,
  next: T,
  now: number,
): T => {
  const [known, cover] = [previous?.cover, next?.cover];
  if (!known || !cover || !areKept(known, now) || !isSameFile(known.previews, cover.previews)) return next;
  const { previews, previewsExpireAt } = known;
  return { ...next, cover: { ...cover, previews, previewsExpireAt } };
};

/** When galleries are to be read again because the URLs of a cover expire; false if none of them has a cover. */
export const coverRenewal = (galleries: readonly WithCover[], now: number): number | false => {
  const delays = galleries.flatMap(({ cover }) => (cover ? renewalDelay(cover, now) : []));
  return delays.length > 0 && Math.min(...delays);
};

/** The query for one gallery, or null if there is none, that keeps the URLs of its cover as long as they are valid. */
export const galleryWithCover = <T extends WithCover | null>(
  queryKey: QueryKey,
  read: (signal: AbortSignal) => Promise<T>,
) =>
  queryOptions({
    queryKey,
    queryFn: async ({ client, signal }) =>
      keepCover(client.getQueryData<WithCover | null>(queryKey), await read(signal), Date.now()),
    refetchInterval: ({ state: { data } }) => coverRenewal(data ? [data] : [], Date.now()),
  });
