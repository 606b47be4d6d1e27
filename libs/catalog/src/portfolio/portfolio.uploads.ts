import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { copyPaths, pictureExtension } from '#platform/images';
import { type Upload, UploadPurpose } from '#platform/uploads';
import { AddPortfolioPicture } from './portfolio.commands.ts';
import { portfolio, requireOwner, requireRoom } from './portfolio.ts';

const ownPath = /^(public|private)\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\/portfolio-[^/]+$/;

/** Pictures for the caller's own portfolio. The upload's id becomes the picture's. */
@Injectable()
export class PortfolioUploads extends UploadPurpose {
  override readonly name = 'portfolio';

  constructor(
    private readonly store: EventStore,
    private readonly context: Context,
    private readonly commands: CommandBus,
  ) {
    super();
  }

  override owns(path: string): boolean {
    return ownPath.test(path);
  }

  override async referenced(paths: readonly string[]): Promise<readonly string[]> {
    const creators = new Set(paths.map((path) => path.split('/')[1] ?? ''));
    const referenced: string[] = [];
    for (const creator of creators) {
      const { pictures } = (await this.store.load(portfolio, `portfolio-${creator}`)).state;
      for (const { status, original, target } of pictures) {
        if (status === 'processing') referenced.push(original);
        if (status !== 'refused') referenced.push(...copyPaths(target));
      }
    }
    return referenced;
  }

  override async requireAllowed(upload: Upload): Promise<void> {
    requireOwner(upload.person, this.context.origin.by);
    pictureExtension(upload);
    const { state } = await this.store.load(portfolio, `portfolio-${upload.person}`);
    if (!state.known.includes(upload.id)) requireRoom(state);
  }

  override pathOf(upload: Upload): string {
    return `private/${upload.person}/portfolio-${upload.id}.${pictureExtension(upload)}`;
  }

  override async accept({ id, person, fileName, createdAt }: Upload, original: string): Promise<void> {
    const picture = { creatorId: person, pictureId: id, fileName, original, timestamp: createdAt.getTime() };
    await this.commands.execute(new AddPortfolioPicture(picture));
  }
}
