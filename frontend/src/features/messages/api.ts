import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import type {
  AttachmentUrl,
  MessageAttachment,
  MessagesPage,
  OpenedThread,
  Thread,
  ThreadSubject,
  ThreadsPage,
} from '#messages/contract';
import { api } from '../../platform/http.ts';
import { paging } from '../../platform/paging.ts';
import { saveFrom } from '../../platform/save-file.ts';
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

/** The URLs of pictures are valid for an hour. In milliseconds. */
const renewalInterval = 50 * 60_000;

/** The messages of a conversation, newest first, in pages. */
export const useMessages = (id: string) =>
  useInfiniteQuery({
    queryKey: messageKeys.messages(id),
    queryFn: ({ pageParam, signal }) =>
      api.get<MessagesPage>(threadEndpoints.messages(id), { cursor: pageParam }, signal),
    ...paging,
    refetchInterval: renewalInterval,
  });

/** Downloads a file of a message. The URL is valid for a minute. */
export const useDownloadAttachment = (threadId: string) =>
  useMutation({
    mutationFn: async (id: MessageAttachment['id']) =>
      saveFrom((await api.post<AttachmentUrl>(`${threadEndpoints.detail(threadId)}/attachments/${id}/url`)).url),
    meta: { failure: 'Failed to download the file' },
  });

/** Finds the conversation about a booking or a lead, or opens it. */
export const useOpenThread = () =>
  useMutation({ mutationFn: (subject: ThreadSubject) => api.post<OpenedThread>(threadEndpoints.all, subject) });

const topics = ['messages'] as const;

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
