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
        if (!(await this.#isProcessing(creatorId, pictureId))) return;
        const facts = await this.copies.make(original, target);
        const isPublished = await this.commands.execute(new PublishPortfolioPicture(creatorId, pictureId, facts));
        // It was removed while it was decoded, and so were the copies there were at that time.
        if (!isPublished) await this.copies.remove(target);
      } catch (error) {
        if (error instanceof PictureRefused)
          return this.commands.execute(new RefusePortfolioPicture(creatorId, pictureId, error.message));
        // Without its original, which was removed with the picture, it cannot be read.
        if (await this.#isProcessing(creatorId, pictureId)) throw error;
      }
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

  async #isProcessing(creatorId: string, pictureId: string): Promise<boolean> {
    const { state } = await this.store.load(portfolio, `portfolio-${creatorId}`);
    return state.pictures.some(({ id, status }) => id === pictureId && status === 'processing');
  }
}
