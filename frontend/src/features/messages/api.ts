import {
  type MutationCache,
  useInfiniteQuery,
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { MessagesPage, OpenedThread, SentMessage, Thread, ThreadSubject, ThreadsPage } from '#messages/contract';
import { api } from '../../platform/http.ts';
import { paging } from '../../platform/paging.ts';
import { queryClient } from '../../platform/query-client.ts';
import { threadEndpoints } from './endpoints.ts';
import { messageKeys } from './keys.ts';

/** The user's conversations, the newest message first. */
export const useThreads = () =>
  useInfiniteQuery({
    queryKey: messageKeys.threads,
    queryFn: ({ pageParam, signal }) => api.get<ThreadsPage>(threadEndpoints.all, { cursor: pageParam }, signal),
    ...paging,
  });

export const useThread = (id: string) =>
  useQuery({
    queryKey: messageKeys.thread(id),
    queryFn: ({ signal }) => api.get<Thread>(threadEndpoints.detail(id), undefined, signal),
  });

/** The messages of a conversation, newest first, in pages. */
export const useMessages = (id: string) =>
  useInfiniteQuery({
    queryKey: messageKeys.messages(id),
    queryFn: ({ pageParam, signal }) =>
      api.get<MessagesPage>(threadEndpoints.messages(id), { cursor: pageParam }, signal),
    ...paging,
  });

/** Finds the conversation about a booking or a lead, or opens it. */
export const useOpenThread = () =>
  useMutation({ mutationFn: (subject: ThreadSubject) => api.post<OpenedThread>(threadEndpoints.all, subject) });

const topics = ['messages'] as const;

const sendingKey = (id: string) => ['send-message', id] as const;

/** Sends messages one after another, in the order in which they were written. {@link useOutgoing} returns them. */
export const useSendMessage = (id: string) => {
  const cache = useQueryClient().getMutationCache();
  return useMutation({
    mutationKey: sendingKey(id),
    scope: { id: `messages/${id}` },
    gcTime: Number.POSITIVE_INFINITY,
    mutationFn: (text: string) => api.post<SentMessage>(threadEndpoints.messages(id), { text }),
    onSuccess: (sent) => {
      const discard = () => discardSending(cache, (data) => (data as SentMessage | undefined)?.id === sent.id);
      // Not awaited: the next message need not wait until the conversation is read again.
      void queryClient.invalidateTopics(topics).finally(discard);
    },
    meta: { failure: 'Failed to send the message' },
  });
};

const discardSending = (cache: MutationCache, matches: (data: unknown, mutationId: number) => boolean): void => {
  const mutation = cache.getAll().find(({ state, mutationId }) => matches(state.data, mutationId));
  if (mutation) cache.remove(mutation);
};

/** A message that is not in the conversation yet. `failed`: it could not be sent. */
export type OutgoingMessage = { readonly key: number; readonly text: string; readonly failed: boolean };

/** The user's messages that are being sent, or could not be. They stay while other pages are open. */
export const useOutgoing = (id: string, isShown: (messageId: string) => boolean): readonly OutgoingMessage[] =>
  useMutationState({
    filters: { mutationKey: sendingKey(id) },
    select: ({ mutationId, state }) => ({
      key: mutationId,
      text: String(state.variables),
      failed: state.status === 'error',
      sentAs: (state.data as SentMessage | undefined)?.id,
    }),
  }).filter(({ sentAs }) => sentAs === undefined || !isShown(sentAs));

/** Removes a message that could not be sent. */
export const useDiscardOutgoing = (): ((message: OutgoingMessage) => void) => {
  const cache = useQueryClient().getMutationCache();
  return ({ key }) => discardSending(cache, (_, mutationId) => mutationId === key);
};

/** Marks the messages up to this position as read. */
export const useReadThread = (id: string) =>
  useMutation({
    mutationFn: (upTo: number) => api.post(`${threadEndpoints.detail(id)}/read`, { upTo }),
    meta: { topics },
  });

export const useBlockThread = (id: string, verb: 'block' | 'unblock') =>
  useMutation({
    mutationFn: () => api.post(`${threadEndpoints.detail(id)}/${verb}`),
    meta: {
      success: verb === 'block' ? 'Conversation blocked' : 'Conversation unblocked',
      failure: `Failed to ${verb} the conversation`,
      topics,
    },
  });

export const useReportThread = (id: string) =>
  useMutation({
    mutationFn: (reason: string) => api.post(`${threadEndpoints.detail(id)}/report`, { reason }),
    meta: { success: ['Reported', 'Our support team will look into it.'], failure: 'Failed to report' },
  });
