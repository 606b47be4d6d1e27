import {
  type Mutation,
  type MutationCache,
  mutationOptions,
  useMutation,
  useMutationState,
  useQueryClient,
} from '@tanstack/react-query';
import type { MessageAttachment, NewMessage, SentMessage } from '#messages/contract';
import { api } from '../../platform/http.ts';
import { queryClient } from '../../platform/query-client.ts';
import { threadEndpoints } from './endpoints.ts';

/**
 * A message to send, with the names of its files to show meanwhile. `key` is its idempotency key: a message that is
 * sent again, because no response arrived, is not sent twice.
 */
export type MessageContent = {
  readonly key: string;
  readonly text: string;
  readonly files: readonly { readonly id: MessageAttachment['id']; readonly name: string }[];
};

const sendingKey = (threadId: string) => ['send-message', threadId] as const;

/**
 * Sends messages one after another, in the order in which they were written. One that fails does not stop those after
 * it.
 */
export const sendingOptions = (threadId: string, cache: MutationCache) =>
  mutationOptions({
    mutationKey: sendingKey(threadId),
    scope: { id: `messages/${threadId}` },
    gcTime: Number.POSITIVE_INFINITY,
    mutationFn: ({ key, text, files }: MessageContent) => {
      const body: NewMessage = { text, attachmentIds: files.map(({ id }) => id) };
      return api.post<SentMessage>(threadEndpoints.messages(threadId), body, key);
    },
    onSuccess: (sent) => {
      // Not awaited: the next message need not wait until the conversation is read again.
      void queryClient
        .invalidateTopics(['messages'])
        .finally(() => remove(cache, ({ state }) => (state.data as SentMessage | undefined)?.id === sent.id));
    },
    meta: { failure: 'Failed to send the message' },
  });

/** {@link useOutgoing} returns the messages that this sends. */
export const useSendMessage = (threadId: string) =>
  useMutation(sendingOptions(threadId, useQueryClient().getMutationCache()));

const remove = (cache: MutationCache, matches: (mutation: Mutation) => boolean): void => {
  const mutation = cache.getAll().find(matches);
  if (mutation) cache.remove(mutation);
};

/** A message that is not in the conversation yet. `failed`: it could not be sent. */
export type OutgoingMessage = { readonly key: number; readonly content: MessageContent; readonly failed: boolean };

const outgoingOf = ({ mutationId, state }: Mutation) => ({
  key: mutationId,
  content: state.variables as MessageContent,
  failed: state.status === 'error',
  sentAs: (state.data as SentMessage | undefined)?.id,
});

/** The user's messages in this conversation that are being sent, or could not be. */
export const outgoingIn = (cache: MutationCache, threadId: string): readonly OutgoingMessage[] =>
  cache.findAll({ mutationKey: sendingKey(threadId) }).map(outgoingOf);

/** As {@link outgoingIn}, without those that the conversation shows. They stay while other pages are open. */
export const useOutgoing = (threadId: string, isShown: (messageId: string) => boolean): readonly OutgoingMessage[] =>
  useMutationState({ filters: { mutationKey: sendingKey(threadId) }, select: outgoingOf }).filter(
    ({ sentAs }) => sentAs === undefined || !isShown(sentAs),
  );

/** Removes a message that could not be sent. */
export const discardOutgoing = (cache: MutationCache, { key }: OutgoingMessage): void =>
  remove(cache, ({ mutationId }) => mutationId === key);

export const useDiscardOutgoing = (): ((message: OutgoingMessage) => void) => {
  const cache = useQueryClient().getMutationCache();
  return (message) => discardOutgoing(cache, message);
};
