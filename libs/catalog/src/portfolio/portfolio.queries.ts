import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Context } from '#platform/context';
import { PlainReads, sql, unplanned } from '#platform/reads';
import { publicUrl } from '#platform/storage';
import type { OwnPortfolio, PortfolioPicture } from './contract.ts';
import { type PortfolioPicture as PictureRow, type PortfolioRow, portfolioRows } from './portfolio.rows.ts';
import { inOrder, portfolioLimit, requireProfessional } from './portfolio.ts';

@Injectable()
export class PortfolioQueries {
  constructor(
    private readonly em: EntityManager,
    private readonly context: Context,
    private readonly reads: PlainReads,
  ) {}

  /** Published pictures by creator id. Creators without pictures are left out. */
  async published(creatorIds: readonly string[]): Promise<ReadonlyMap<string, PortfolioPicture[]>> {
    const rows = await this.reads.all(portfolioRows, sql`t.id = any(${unplanned(creatorIds, 'text[]')})`);
    return new Map(rows.map((row) => [row.id, picturesOf(row).flatMap(publicPicture)]));
  }

  /** A creator's own pictures, including those that are not published. */
  async own(creatorId: string): Promise<OwnPortfolio> {
    const row = await this.em.findOne(portfolioRows, { id: creatorId });
    return { items: (row ? picturesOf(row) : []).map(ownPicture), limit: portfolioLimit };
  }

  /** The caller's own pictures. Refuses `portfolio-not-allowed`. */
  mine(): Promise<OwnPortfolio> {
    const { by } = this.context.origin;
    requireProfessional(by);
    return this.own(by.id);
  }

  /** Whether there is a portfolio, even an empty one. */
  async exists(creatorId: string): Promise<boolean> {
    return (await this.em.count(portfolioRows, { id: creatorId })) > 0;
  }
}

const picturesOf = ({ pictures, pictureOrder }: PortfolioRow): readonly PictureRow[] => inOrder(pictures, pictureOrder);

/** The featured photo is the first one that is published. */
const publicPicture = (row: PictureRow, _: number, all: readonly PictureRow[]): PortfolioPicture[] => {
  const { id, path, title, description, width, height, thumbhash } = row;
  if (row.status !== 'published' || width === null || height === null) return [];
  return [
    {
      id,
      mediaUrl: publicUrl(path),
      mediaType: 'image',
      isFeatured: row === all.find(({ status }) => status === 'published'),
      title,
      description,
      width,
      height,
      thumbhash: thumbhash ?? '',
    },
  ];
};

const ownPicture = (row: PictureRow, place: number, all: readonly PictureRow[]): OwnPortfolio['items'][number] => {
  const { id, status, reason, title, description, width, height, thumbhash } = row;
  const [published] = publicPicture(row, place, all);
  return {
    id,
    mediaUrl: null,
    mediaType: 'image',
    isFeatured: false,
    title,
    description,
    width,
    height,
    thumbhash,
    ...published,
    status,
    reason,
    fileName: row.fileName ?? '',
  };
};
