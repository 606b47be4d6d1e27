import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/**
 * A picture of a portfolio. `path` is that of its JPEG. Width, height and thumbhash are null until it is published,
 * `reason` unless the file was refused.
 */
export type PortfolioPicture = {
  readonly id: string;
  readonly status: 'processing' | 'published' | 'refused';
  readonly path: string;
  readonly fileName: string | null;
  readonly title: string | null;
  readonly description: string | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly thumbhash: string | null;
  readonly reason: string | null;
};

/**
 * One row for each creator, because reordering changes all pictures together. Pictures that are not in `pictureOrder`
 * follow those that are.
 */
export const portfolioRows = defineEntity({
  name: 'PortfolioRow',
  properties: {
    id: p.text().primary(),
    pictures: p.json<readonly PortfolioPicture[]>(),
    pictureOrder: p.json<readonly string[]>(),
  },
});
export type PortfolioRow = InferEntity<typeof portfolioRows>;
