import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { EventStore } from '#platform/event-store';
import { PictureCopies, PictureRefused } from '#platform/images';
import type { Reaction } from '#platform/reactions';
import { Storage } from '#platform/storage';
import { PublishPortfolioPicture, RefusePortfolioPicture } from './portfolio.commands.ts';
import { type PortfolioEvents, portfolio } from './portfolio.ts';

/** The stored files of portfolios. */
@Injectable()
export class PortfolioReactions {
  constructor(
    private readonly commands: CommandBus,
    private readonly store: EventStore,
    private readonly storage: Storage,
    private readonly copies: PictureCopies,
  ) {}

  readonly publishPicture: Reaction<PortfolioEvents> = {
    name: 'catalog.publish-portfolio-picture',
    to: 'PortfolioPictureAdded',
    queue: 'images',
    react: async ({ data: { creatorId, pictureId, original, target } }) => {
      try {
        if ((await this.#statusOf(creatorId, pictureId)) === 'processing') {
          const facts = await this.copies.make(original, target);
          await this.commands.execute(new PublishPortfolioPicture(creatorId, pictureId, facts));
        }
      } catch (error) {
        if (error instanceof PictureRefused)
          return this.commands.execute(new RefusePortfolioPicture(creatorId, pictureId, error.message));
        // Without its original, which was removed with the picture, it cannot be read.
        if (await this.#statusOf(creatorId, pictureId)) throw error;
      }
      // It was removed while it was decoded, now or in an earlier attempt, and so were the copies there were at that time.
      if (!(await this.#statusOf(creatorId, pictureId))) await this.copies.remove(target);
    },
  };

  /** Only the copies are shown. The original has metadata, such as where it was taken, and is large. */
  readonly removeOriginal: Reaction<PortfolioEvents> = {
    name: 'catalog.remove-portfolio-original',
    to: 'PortfolioPicturePublished',
    queue: 'default',
    react: ({ data: { original } }) => this.storage.remove([original]),
  };

  readonly removeRefused: Reaction<PortfolioEvents> = {
    name: 'catalog.remove-refused-portfolio-file',
    to: 'PortfolioPictureRefused',
    queue: 'default',
    react: ({ data: { original } }) => this.storage.remove([original]),
  };

  readonly removeFiles: Reaction<PortfolioEvents> = {
    name: 'catalog.remove-portfolio-picture',
    to: 'PortfolioPictureRemoved',
    queue: 'default',
    react: async ({ data: { original, target } }) => {
      await this.storage.remove([original]);
      await this.copies.remove(target);
    },
  };

  /** Undefined once the picture was removed. */
  async #statusOf(creatorId: string, pictureId: string) {
    const { state } = await this.store.load(portfolio, `portfolio-${creatorId}`);
    return state.pictures.find(({ id }) => id === pictureId)?.status;
  }
}
