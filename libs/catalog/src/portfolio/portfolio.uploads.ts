import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { type OwnPicture, OwnPictureUploads, pictureExtension } from '#platform/images';
import type { Upload } from '#platform/uploads';
import { AddPortfolioPicture } from './portfolio.commands.ts';
import { portfolio, requireOwner, requireRoom } from './portfolio.ts';

/** Pictures for the caller's own portfolio. The upload's id becomes the picture's. */
@Injectable()
export class PortfolioUploads extends OwnPictureUploads {
  override readonly name = 'portfolio';

  constructor(
    private readonly store: EventStore,
    private readonly context: Context,
    private readonly commands: CommandBus,
  ) {
    super();
  }

  protected override async picturesOf(creator: string): Promise<readonly OwnPicture[]> {
    const { pictures } = (await this.store.load(portfolio, `portfolio-${creator}`)).state;
    return pictures
      .filter(({ status }) => status !== 'refused')
      .map(({ status, original, target }) => (status === 'processing' ? { original, target } : { target }));
  }

  override async requireAllowed(upload: Upload): Promise<void> {
    requireOwner(upload.person, this.context.origin.by);
    pictureExtension(upload);
    const { state } = await this.store.load(portfolio, `portfolio-${upload.person}`);
    if (!state.known.includes(upload.id)) requireRoom(state);
  }

  override async accept({ id, person, fileName, createdAt }: Upload, original: string): Promise<void> {
    const picture = { creatorId: person, pictureId: id, fileName, original, timestamp: createdAt.getTime() };
    await this.commands.execute(new AddPortfolioPicture(picture));
  }
}
