import { useMutation, useQuery } from '@tanstack/react-query';
import type { OwnPortfolio, PictureTexts } from '#catalog/contract';
import { api } from '../../platform/http.ts';
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
    queryFn: ({ signal }) => api.get<OwnPortfolio>(endpoint, undefined, signal),
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
    meta: { ...catalog, failure: 'Failed to delete the picture' },
  });

/** Puts the pictures into this order, on the page at once. */
export const useOrderPortfolio = () =>
  useMutation({
    mutationFn: (pictureIds: readonly string[]) => api.put(`${endpoint}/order`, { pictureIds }),
    onMutate: async (pictureIds, { client }) => {
      await client.cancelQueries({ queryKey: ownPortfolioKey });
      client.setQueryData<OwnPortfolio>(
        ownPortfolioKey,
        (portfolio) =>
          portfolio && {
            ...portfolio,
            items: portfolio.items.toSorted((a, b) => pictureIds.indexOf(a.id) - pictureIds.indexOf(b.id)),
          },
      );
    },
    meta: { ...catalog, failure: 'Failed to save the order' },
  });
