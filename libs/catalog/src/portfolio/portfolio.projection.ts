import type { Projection } from '#kernel';
import type { PortfolioPicture, PortfolioRow } from './portfolio.rows.ts';
import type { PortfolioEvents } from './portfolio.ts';

export const portfolios: Projection<PortfolioEvents, PortfolioRow> = {
  table: 'portfolios',
  version: 1,
  key: ({ data }) => data.creatorId,
  insert: { PortfolioOpened: ({ creatorId }) => ({ id: creatorId, pictures: [], pictureOrder: [] }) },
  update: {
    PortfolioPictureAdded: (row, { pictureId, fileName, target }) => ({
      ...row,
      pictures: [...row.pictures, { ...unknown, id: pictureId, path: `${target}.jpg`, fileName }],
    }),
    PortfolioPicturePublished: (row, { pictureId, width, height, thumbhash }) =>
      changed(row, pictureId, { status: 'published', width, height, thumbhash }),
    PortfolioPictureRefused: (row, { pictureId, reason }) => changed(row, pictureId, { status: 'refused', reason }),
    PortfolioPictureDescribed: (row, { pictureId, title, description }) =>
      changed(row, pictureId, { title, description }),
    PortfolioOrdered: (row, { pictureIds }) => ({ ...row, pictureOrder: pictureIds }),
    PortfolioPictureRemoved: (row, { pictureId }) => ({
      ...row,
      pictures: row.pictures.filter(({ id }) => id !== pictureId),
    }),
    PortfolioCleared: () => null,
  },
};

const unknown = {
  status: 'processing',
  title: null,
  description: null,
  width: null,
  height: null,
  thumbhash: null,
  reason: null,
} as const;

const changed = (row: PortfolioRow, pictureId: string, change: Partial<PortfolioPicture>): PortfolioRow => ({
  ...row,
  pictures: row.pictures.map((picture) => (picture.id === pictureId ? { ...picture, ...change } : picture)),
});
