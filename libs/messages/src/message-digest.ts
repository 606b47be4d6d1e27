import { aggregate, refuse } from '#kernel';

export type MessageDigestCommands = {
  /** The messages that the person has not read: their number, and the position of the newest one. */
  send: { personId: string; unread: number; conversations: number; upTo: number };
};

export type MessageDigestEvents = {
  MessageDigestSent: { personId: string; unread: number; conversations: number; upTo: number };
};

/** Reminds a person of unread messages, of each message once. One stream for each person. */
export const messageDigest = aggregate<
  MessageDigestCommands,
  MessageDigestEvents,
  { readonly upTo: number },
  'message-digest'
>({
  stream: 'message-digest',
  initial: { upTo: 0 },
  decide: {
    send({ upTo }, { facts, by }) {
      if (by.kind === 'user') refuse('message-digest-not-allowed', 'Digests are sent automatically');
      return facts.unread === 0 || facts.upTo <= upTo ? [] : [{ type: 'MessageDigestSent', data: facts }];
    },
  },
  evolve: { MessageDigestSent: (_, { upTo }) => ({ upTo }) },
});
