import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { EventStore } from '#platform/event-store';
import { PictureCopies, processUploadedFile, type UploadStatus } from '#platform/images';
import type { Reaction } from '#platform/reactions';
import { Storage } from '#platform/storage';
import { type AvatarEvents, avatar } from './avatar.ts';
import { PublishAvatar, RefuseAvatar } from './avatars.commands.ts';

/** The stored files of users' pictures. */
@Injectable()
export class AvatarReactions {
  constructor(
    private readonly commands: CommandBus,
    private readonly store: EventStore,
    private readonly storage: Storage,
    private readonly copies: PictureCopies,
  ) {}

  readonly publish: Reaction<AvatarEvents> = {
    name: 'identity.publish-avatar',
    to: 'AvatarUploaded',
    queue: 'images',
    react: ({ data: { userId, avatarId, original, target } }, attempt) => {
      const file = {
        status: () => this.#statusOf(userId, avatarId),
        makeCopies: () => this.copies.make(original, target),
        publish: () => this.commands.execute(new PublishAvatar(userId, avatarId)),
        refuse: (reason: string) => this.commands.execute(new RefuseAvatar(userId, avatarId, reason)),
        removeFiles: () => this.copies.remove(target),
      };
      return processUploadedFile(file, attempt);
    },
  };

  /** Only the copies are shown. The original has metadata, such as where it was taken, and is large. */
  readonly removeOriginal: Reaction<AvatarEvents> = {
    name: 'identity.remove-avatar-original',
    to: 'AvatarPublished',
    queue: 'files',
    react: ({ data: { original } }) => this.storage.remove([original]),
  };

  readonly removeRefused: Reaction<AvatarEvents> = {
    name: 'identity.remove-refused-avatar-file',
    to: 'AvatarRefused',
    queue: 'files',
    react: ({ data: { original } }) => this.storage.remove([original]),
  };

  readonly removeFiles: Reaction<AvatarEvents> = {
    name: 'identity.remove-avatar-files',
    to: 'AvatarRemoved',
    queue: 'files',
    react: async ({ data: { original, target } }) => {
      await this.storage.remove([original]);
      await this.copies.remove(target);
    },
  };

  async #statusOf(userId: string, avatarId: string): Promise<UploadStatus> {
    const { waiting, shown } = (await this.store.load(avatar, `avatar-${userId}`)).state;
    if (waiting?.avatarId === avatarId) return 'waiting';
    return shown?.avatarId === avatarId ? 'done' : 'removed';
  }
}
