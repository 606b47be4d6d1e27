import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { EventStore } from '#platform/event-store';
import { PictureCopies, type PictureFacts, processUploadedFile, type UploadStatus } from '#platform/images';
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
    react: ({ data: { creatorId, pictureId, original, target } }, attempt) => {
      const file = {
        status: () => this.#statusOf(creatorId, pictureId),
        makeCopies: () => this.copies.make(original, target),
        publish: (facts: PictureFacts) =>
          this.commands.execute(new PublishPortfolioPicture(creatorId, pictureId, facts)),
        refuse: (reason: string) => this.commands.execute(new RefusePortfolioPicture(creatorId, pictureId, reason)),
        removeFiles: () => this.copies.remove(target),
      };
      return processUploadedFile(file, attempt);
    },
  };

  /** Only the copies are shown. The original has metadata, such as where it was taken, and is large. */
  readonly removeOriginal: Reaction<PortfolioEvents> = {
    name: 'catalog.remove-portfolio-original',
    to: 'PortfolioPicturePublished',
    queue: 'files',
    react: ({ data: { original } }) => this.storage.remove([original]),
  };

  readonly removeRefused: Reaction<PortfolioEvents> = {
    name: 'catalog.remove-refused-portfolio-file',
    to: 'PortfolioPictureRefused',
    queue: 'files',
    react: ({ data: { original } }) => this.storage.remove([original]),
  };

  readonly removeFiles: Reaction<PortfolioEvents> = {
    name: 'catalog.remove-portfolio-picture',
    to: 'PortfolioPictureRemoved',
    queue: 'files',
    react: async ({ data: { original, target } }) => {
      await this.storage.remove([original]);
      await this.copies.remove(target);
    },
  };

  async #statusOf(creatorId: string, pictureId: string): Promise<UploadStatus> {
    const { state } = await this.store.load(portfolio, `portfolio-${creatorId}`);
    const picture = state.pictures.find(({ id }) => id === pictureId);
    if (!picture) return 'removed';
    return picture.status === 'processing' ? 'waiting' : 'done';
  }
}
