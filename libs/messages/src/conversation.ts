import { type Actor, refuse } from '#kernel';

/** What the rules need to know of a conversation. `partyLeft`: whether one of the parties has closed their account. */
export type Conversation = {
  readonly clientId: string;
  readonly creatorId: string;
  readonly blockedBy: readonly string[];
  readonly partyLeft: boolean;
};

/** Refuses `thread-…` unless this person may write in the conversation now. */
export function requireWritable(conversation: Conversation | null, by: Actor): asserts conversation is Conversation {
  if (!conversation) refuse('thread-not-found', 'This conversation does not exist');
  const { clientId, creatorId, blockedBy, partyLeft } = conversation;
  if (by.id !== clientId && by.id !== creatorId) refuse('thread-not-yours', 'This conversation belongs to other users');
  if (blockedBy.includes(by.id)) refuse('thread-blocked', 'You have blocked this conversation. Unblock it to write.');
  if (blockedBy.length > 0) refuse('thread-blocked', 'This conversation was ended by the other party');
  if (partyLeft) refuse('thread-party-left', 'The other party has closed their account');
}
