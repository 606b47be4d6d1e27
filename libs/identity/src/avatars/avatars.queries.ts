import { Injectable } from '@nestjs/common';
import { EventStore } from '#platform/event-store';
import { publicUrl } from '#platform/storage';
import type { OwnAvatar } from '../contract.ts';
import { avatar } from './avatar.ts';

@Injectable()
export class AvatarQueries {
  constructor(private readonly store: EventStore) {}

  /** A user's picture as they see it themselves. */
  async ownAvatar(userId: string): Promise<OwnAvatar> {
    const { shown, waiting, refused } = (await this.store.load(avatar, `avatar-${userId}`)).state;
    return {
      url: shown ? publicUrl(`${shown.target}.jpg`) : null,
      isProcessing: waiting !== null,
      refusal: refused,
    };
  }
}
