import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { EventStore } from '#platform/event-store';
import { PictureCopies, PictureRefused } from '#platform/images';
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
    react: async ({ data: { userId, avatarId, original, target } }) => {
      try {
        if ((await this.#statusOf(userId, avatarId)) === 'waiting') {
          await this.copies.make(original, target);
          await this.commands.execute(new PublishAvatar(userId, avatarId));
        }
      } catch (error) {
        if (error instanceof PictureRefused)
          return this.commands.execute(new RefuseAvatar(userId, avatarId, error.message));
        // Without its original, which was removed with the picture, it cannot be read.
        if ((await this.#statusOf(userId, avatarId)) === 'waiting') throw error;
      }
      // It was replaced while it was decoded, now or in an earlier attempt, and so were the copies there were at that time.
      if ((await this.#statusOf(userId, avatarId)) === 'removed') await this.copies.remove(target);
    },
  };

  /** Only the copies are shown. The original has metadata, such as where it was taken, and is large. */
  readonly removeOriginal: Reaction<AvatarEvents> = {
    name: 'identity.remove-avatar-original',
    to: 'AvatarPublished',
    queue: 'default',
    react: ({ data: { original } }) => this.storage.remove([original]),
  };

  readonly removeRefused: Reaction<AvatarEvents> = {
    name: 'identity.remove-refused-avatar-file',
    to: 'AvatarRefused',
    queue: 'default',
    react: ({ data: { original } }) => this.storage.remove([original]),
  };

  readonly removeFiles: Reaction<AvatarEvents> = {
    name: 'identity.remove-avatar-files',
    to: 'AvatarRemoved',
    queue: 'default',
    react: async ({ data: { original, target } }) => {
      await this.storage.remove([original]);
      await this.copies.remove(target);
    },
  };

  async #statusOf(userId: string, avatarId: string): Promise<'waiting' | 'shown' | 'removed'> {
    const { waiting, shown } = (await this.store.load(avatar, `avatar-${userId}`)).state;
    if (waiting?.avatarId === avatarId) return 'waiting';
    return shown?.avatarId === avatarId ? 'shown' : 'removed';
  }
}
