import { aggregate, type PersonalData, refuse } from '#kernel';

/** What the rules need to know of the conversation. `partyLeft`: whether one of the parties has closed their account. */
type Conversation = { clientId: string; creatorId: string; blockedBy: readonly string[]; partyLeft: boolean };

export type MessageCommands = { send: { threadId: string; text: string; conversation: Conversation | null } };

export type MessageEvents = {
  MessageSent: { threadId: string; senderId: string; recipientId: string; text: string };
};

/** A message is its author's personal data: it is erased with their account, for the other party too. */
const personalData: PersonalData<MessageEvents> = { MessageSent: { of: 'senderId', fields: ['text'] } };

/** Each message has a stream of its own, so that a long conversation is not read whole before each message. */
export const message = aggregate<MessageCommands, MessageEvents, { readonly sent: boolean }, 'message'>({
  stream: 'message',
  personalData,
  initial: { sent: false },
  decide: {
    send({ sent }, { facts: { threadId, text, conversation }, by }) {
      if (!conversation) refuse('thread-not-found', 'This conversation does not exist');
      const { clientId, creatorId, blockedBy, partyLeft } = conversation;
      if (by.id !== clientId && by.id !== creatorId)
        refuse('thread-not-yours', 'This conversation belongs to other users');
      if (blockedBy.includes(by.id))
        refuse('thread-blocked', 'You have blocked this conversation. Unblock it to write.');
      if (blockedBy.length > 0) refuse('thread-blocked', 'This conversation was ended by the other party');
      if (partyLeft) refuse('thread-party-left', 'The other party has closed their account');
      if (sent) return [];
      const recipientId = by.id === clientId ? creatorId : clientId;
      return [{ type: 'MessageSent', data: { threadId, senderId: by.id, recipientId, text } }];
    },
  },
  evolve: { MessageSent: () => ({ sent: true }) },
});
