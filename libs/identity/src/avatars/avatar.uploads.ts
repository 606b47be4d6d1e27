import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { type OwnPicture, OwnPictureUploads, pictureExtension } from '#platform/images';
import type { Upload } from '#platform/uploads';
import { avatar, requireSelf } from './avatar.ts';
import { UploadAvatar } from './avatars.commands.ts';

/** The picture that is shown beside the caller's name. Every user can have one. */
@Injectable()
export class AvatarUploads extends OwnPictureUploads {
  override readonly name = 'avatar';

  constructor(
    private readonly store: EventStore,
    private readonly context: Context,
    private readonly commands: CommandBus,
  ) {
    super();
  }

  protected override async picturesOf(user: string): Promise<readonly OwnPicture[]> {
    const { shown, waiting } = (await this.store.load(avatar, `avatar-${user}`)).state;
    return [...(shown ? [{ target: shown.target }] : []), ...(waiting ? [waiting] : [])];
  }

  override async requireAllowed(upload: Upload): Promise<void> {
    requireSelf(upload.person, this.context.origin.by);
    pictureExtension(upload);
  }

  override async accept({ id, person, createdAt }: Upload, original: string): Promise<void> {
    const file = { userId: person, avatarId: id, original, timestamp: createdAt.getTime() };
    await this.commands.execute(new UploadAvatar(file));
  }
}
