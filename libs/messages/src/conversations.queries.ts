import { Injectable } from '@nestjs/common';
import { IdentityQueries } from '#identity';
import { EventStore } from '#platform/event-store';
import type { Conversation } from './conversation.ts';
import { thread } from './thread.ts';

@Injectable()
export class Conversations {
  constructor(
    private readonly store: EventStore,
    private readonly identity: IdentityQueries,
  ) {}

  /** What the rules for writing need to know now; null if the conversation does not exist. */
  async byId(threadId: `thread-${string}`): Promise<Conversation | null> {
    const { parties, blockedBy } = (await this.store.load(thread, threadId)).state;
    if (!parties) return null;
    const left = await this.identity.erasedAmong([parties.clientId, parties.creatorId]);
    return { ...parties, blockedBy, partyLeft: left.length > 0 };
  }
}
