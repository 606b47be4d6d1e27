import { useMutation, useQuery } from '@tanstack/react-query';
import type { OwnPicture, OwnPortfolio, PictureTexts } from '#catalog/contract';
import { api } from '../../platform/http.ts';
import { showChange, shownChanges, withPendingChanges } from '../../platform/shown-changes.ts';
import { ownPortfolioKey } from './keys.ts';

const endpoint = '/profile/portfolio';
const catalog = { topics: ['catalog'] } as const;
/**
 * How often the page checks whether pictures have been prepared, in milliseconds. Usually a socket message announces it
 * earlier.
 */
const checkInterval = 2_000;

/** The user's own portfolio, with pictures that are being prepared and files that were refused. */
export const useOwnPortfolio = () =>
  useQuery({
    queryKey: ownPortfolioKey,
    queryFn: async ({ client, signal }) =>
      withPendingChanges(client, ownPortfolioKey, await api.get<OwnPortfolio>(endpoint, undefined, signal)),
    refetchInterval: ({ state: { data } }) =>
      data?.items.some(({ status }) => status === 'processing') ? checkInterval : false,
  });

/** Changes the title and description of a picture. */
export const useDescribePicture = (id: string) =>
  useMutation({
    mutationFn: (texts: PictureTexts) => api.patch(`${endpoint}/${id}`, texts),
    meta: { ...catalog, success: 'Caption saved', failure: 'Failed to save the caption' },
  });

/** Deletes a picture, or dismisses a file that was refused. */
export const useRemovePicture = () =>
  useMutation({
    mutationFn: (id: string) => api.delete(`${endpoint}/${id}`),
    meta: { ...catalog, failure: 'Failed to delete the photo' },
  });

/** Pictures that were added in the meantime follow the others. */
const inOrder = (items: OwnPortfolio['items'], pictureIds: readonly string[]): OwnPortfolio['items'] => {
  const places = new Map(pictureIds.map((id, place) => [id, place]));
  const placeOf = ({ id }: OwnPicture) => places.get(id) ?? pictureIds.length;
  return items.toSorted((a, b) => placeOf(a) - placeOf(b));
};

/** Puts the pictures into this order, on the page at once. */
export const useOrderPortfolio = () =>
  useMutation({
    ...shownChanges('portfolio'),
    mutationFn: (pictureIds: readonly string[]) => api.put(`${endpoint}/order`, { pictureIds }),
    onMutate: (pictureIds, { client }) =>
      showChange<OwnPortfolio>(client, {
        queryKey: ownPortfolioKey,
        apply: (portfolio) => ({ ...portfolio, items: inOrder(portfolio.items, pictureIds) }),
      }),
    meta: { ...catalog, failure: 'Failed to save the order' },
  });
