import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Context } from '#platform/context';
import { pictureExtension } from '#platform/images';
import { type Upload, UploadPurpose } from '#platform/uploads';
import { requireSelf } from './avatar.ts';
import { UploadAvatar } from './avatars.commands.ts';

/** The picture that is shown beside the caller's name. Every user can have one. */
@Injectable()
export class AvatarUploads extends UploadPurpose {
  override readonly name = 'avatar';

  constructor(
    private readonly context: Context,
    private readonly commands: CommandBus,
  ) {
    super();
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
