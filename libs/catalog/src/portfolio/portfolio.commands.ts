import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import type { PictureFacts } from '#platform/images';
import type { PictureTexts } from './contract.ts';
import { type PortfolioCommands, portfolio } from './portfolio.ts';

/** Adds an uploaded file to the caller's own portfolio. Idempotent. Refuses `portfolio-full`. */
export class AddPortfolioPicture extends Command<void> {
  constructor(readonly picture: PortfolioCommands['add']) {
    super();
  }
}

@CommandHandler(AddPortfolioPicture)
export class AddPortfolioPictureHandler implements ICommandHandler<AddPortfolioPicture> {
  constructor(private readonly store: EventStore) {}

  async execute({ picture }: AddPortfolioPicture): Promise<void> {
    await this.store.handle(portfolio, `portfolio-${picture.creatorId}`, 'add', picture);
  }
}

/** Publishes a picture whose copies are stored, unless it has been removed. Idempotent. */
export class PublishPortfolioPicture extends Command<void> {
  constructor(
    readonly creatorId: string,
    readonly pictureId: string,
    readonly facts: PictureFacts,
  ) {
    super();
  }
}

@CommandHandler(PublishPortfolioPicture)
export class PublishPortfolioPictureHandler implements ICommandHandler<PublishPortfolioPicture> {
  constructor(private readonly store: EventStore) {}

  async execute({ creatorId, pictureId, facts }: PublishPortfolioPicture): Promise<void> {
    await this.store.handle(portfolio, `portfolio-${creatorId}`, 'publish', { pictureId, ...facts });
  }
}

/** Records that an uploaded file cannot be used; `reason` is a sentence for its creator. Idempotent. */
export class RefusePortfolioPicture extends Command<void> {
  constructor(
    readonly creatorId: string,
    readonly pictureId: string,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(RefusePortfolioPicture)
export class RefusePortfolioPictureHandler implements ICommandHandler<RefusePortfolioPicture> {
  constructor(private readonly store: EventStore) {}

  async execute({ creatorId, pictureId, reason }: RefusePortfolioPicture): Promise<void> {
    await this.store.handle(portfolio, `portfolio-${creatorId}`, 'refuse', { pictureId, reason });
  }
}

/** Changes the texts of one of the caller's own pictures. Refuses `portfolio-picture-not-found`. */
export class DescribePortfolioPicture extends Command<void> {
  constructor(
    readonly pictureId: string,
    readonly texts: PictureTexts,
  ) {
    super();
  }
}

@CommandHandler(DescribePortfolioPicture)
export class DescribePortfolioPictureHandler implements ICommandHandler<DescribePortfolioPicture> {
  constructor(
    private readonly store: EventStore,
    private readonly context: Context,
  ) {}

  async execute({ pictureId, texts: { title, description } }: DescribePortfolioPicture): Promise<void> {
    const change = {
      pictureId,
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description }),
    };
    await this.store.handle(portfolio, `portfolio-${this.context.origin.by.id}`, 'describe', change);
  }
}

/** Changes the order of the caller's own pictures. Refuses `portfolio-picture-not-found`. */
export class OrderPortfolio extends Command<void> {
  constructor(readonly pictureIds: readonly string[]) {
    super();
  }
}

@CommandHandler(OrderPortfolio)
export class OrderPortfolioHandler implements ICommandHandler<OrderPortfolio> {
  constructor(
    private readonly store: EventStore,
    private readonly context: Context,
  ) {}

  async execute({ pictureIds }: OrderPortfolio): Promise<void> {
    await this.store.handle(portfolio, `portfolio-${this.context.origin.by.id}`, 'order', { pictureIds });
  }
}

/** Removes one of the caller's own pictures, or a file that was refused. Refuses `portfolio-picture-not-found`. */
export class RemovePortfolioPicture extends Command<void> {
  constructor(readonly pictureId: string) {
    super();
  }
}

@CommandHandler(RemovePortfolioPicture)
export class RemovePortfolioPictureHandler implements ICommandHandler<RemovePortfolioPicture> {
  constructor(
    private readonly store: EventStore,
    private readonly context: Context,
  ) {}

  async execute({ pictureId }: RemovePortfolioPicture): Promise<void> {
    await this.store.handle(portfolio, `portfolio-${this.context.origin.by.id}`, 'remove', { pictureId });
  }
}

/** Removes a former member's portfolio. Idempotent. */
export class ClearPortfolio extends Command<void> {
  constructor(readonly creatorId: string) {
    super();
  }
}

@CommandHandler(ClearPortfolio)
export class ClearPortfolioHandler implements ICommandHandler<ClearPortfolio> {
  constructor(private readonly store: EventStore) {}

  async execute({ creatorId }: ClearPortfolio): Promise<void> {
    await this.store.handle(portfolio, `portfolio-${creatorId}`, 'clear', {});
  }
}
