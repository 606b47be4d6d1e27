import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { copyPaths, pictureExtension } from '#platform/images';
import { type Upload, UploadPurpose } from '#platform/uploads';
import { avatar, requireSelf } from './avatar.ts';
import { UploadAvatar } from './avatars.commands.ts';

const ownPath = /^(public|private)\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\/avatar-[^/]+$/;

/** The picture that is shown beside the caller's name. Every user can have one. */
@Injectable()
export class AvatarUploads extends UploadPurpose {
  override readonly name = 'avatar';

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
    const users = new Set(paths.map((path) => path.split('/')[1] ?? ''));
    const referenced: string[] = [];
    for (const user of users) {
      const { shown, waiting } = (await this.store.load(avatar, `avatar-${user}`)).state;
      if (shown) referenced.push(...copyPaths(shown.target));
      if (waiting) referenced.push(waiting.original, ...copyPaths(waiting.target));
    }
    return referenced;
  }

  override async requireAllowed(upload: Upload): Promise<void> {
    requireSelf(upload.person, this.context.origin.by);
    pictureExtension(upload);
  }

  override pathOf(upload: Upload): string {
    return `private/${upload.person}/avatar-${upload.id}.${pictureExtension(upload)}`;
  }

  override async accept({ id, person, createdAt }: Upload, original: string): Promise<void> {
    const file = { userId: person, avatarId: id, original, timestamp: createdAt.getTime() };
    await this.commands.execute(new UploadAvatar(file));
  }
}
