import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#platform/event-store';
import { type AvatarCommands, avatar } from './avatar.ts';

/** Makes an uploaded file the caller's picture, once it was decoded. Idempotent. */
export class UploadAvatar extends Command<void> {
  constructor(readonly file: AvatarCommands['upload']) {
    super();
  }
}

@CommandHandler(UploadAvatar)
export class UploadAvatarHandler implements ICommandHandler<UploadAvatar> {
  constructor(private readonly store: EventStore) {}

  async execute({ file }: UploadAvatar): Promise<void> {
    await this.store.handle(avatar, `avatar-${file.userId}`, 'upload', file);
  }
}

/** Shows a picture whose copies are stored, unless it has been replaced or removed. Idempotent. */
export class PublishAvatar extends Command<void> {
  constructor(
    readonly userId: string,
    readonly avatarId: string,
  ) {
    super();
  }
}

@CommandHandler(PublishAvatar)
export class PublishAvatarHandler implements ICommandHandler<PublishAvatar> {
  constructor(private readonly store: EventStore) {}

  async execute({ userId, avatarId }: PublishAvatar): Promise<void> {
    await this.store.handle(avatar, `avatar-${userId}`, 'publish', { avatarId });
  }
}

/** Records that an uploaded file cannot be used; `reason` is a sentence for its user. Idempotent. */
export class RefuseAvatar extends Command<void> {
  constructor(
    readonly userId: string,
    readonly avatarId: string,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(RefuseAvatar)
export class RefuseAvatarHandler implements ICommandHandler<RefuseAvatar> {
  constructor(private readonly store: EventStore) {}

  async execute({ userId, avatarId, reason }: RefuseAvatar): Promise<void> {
    await this.store.handle(avatar, `avatar-${userId}`, 'refuse', { avatarId, reason });
  }
}

/** Removes a user's picture. Idempotent. */
export class RemoveAvatar extends Command<void> {
  constructor(readonly userId: string) {
    super();
  }
}

@CommandHandler(RemoveAvatar)
export class RemoveAvatarHandler implements ICommandHandler<RemoveAvatar> {
  constructor(private readonly store: EventStore) {}

  async execute({ userId }: RemoveAvatar): Promise<void> {
    await this.store.handle(avatar, `avatar-${userId}`, 'remove', { userId });
  }
}
