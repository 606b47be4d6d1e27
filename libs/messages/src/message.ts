import { aggregate, type PersonalData } from '#kernel';
import { type Conversation, requireWritable } from './conversation.ts';

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
      requireWritable(conversation, by);
      const { clientId, creatorId } = conversation;
      if (sent) return [];
      const recipientId = by.id === clientId ? creatorId : clientId;
      return [{ type: 'MessageSent', data: { threadId, senderId: by.id, recipientId, text } }];
    },
  },
  evolve: { MessageSent: () => ({ sent: true }) },
});
