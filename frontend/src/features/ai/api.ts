import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import type { ConversationsPage, ShownConversation } from '#ai/contract';
import { api, authorizationHeaders, HttpError, isMissing } from '../../platform/http.ts';
import { paging } from '../../platform/paging.ts';
import { conversationKeys } from './keys.ts';
import { type Part, partsOf } from './reply-stream.ts';

const conversationsPath = '/conversations';
/** How many earlier conversations are read at once. */
const pageSize = 20;

/** The conversations of the signed-in person, the newest first. */
export const useConversations = () =>
  useInfiniteQuery({
    queryKey: conversationKeys.list,
    queryFn: ({ pageParam, signal }) =>
      api.get<ConversationsPage>(conversationsPath, { limit: pageSize, cursor: pageParam }, signal),
    ...paging,
    // The assistant adds conversations without a mutation.
    refetchOnMount: 'always',
  });

export const useReadConversation = () =>
  useMutation({
    mutationFn: (id: string) => api.get<ShownConversation>(`${conversationsPath}/${id}`),
    meta: { failure: 'Failed to open the conversation' },
  });

/** Deletes conversations, each by its id, or by the id of one of its replies. */
export const useDeleteConversations = () =>
  useMutation({
    mutationFn: (ids: readonly string[]) =>
      Promise.all(
        ids.map((id) =>
          api.delete(`${conversationsPath}/${id}`).catch((error: unknown) => {
            if (!isMissing(error)) throw error;
          }),
        ),
      ),
    onSuccess: (_data, _ids, _result, { client }) => client.invalidateQueries({ queryKey: conversationKeys.list }),
    meta: { failure: 'Failed to delete the conversation' },
  });

type Question = { eventIdea: string; conversationId?: string | undefined };

/** `id` continues or deletes the conversation of a reply. */
export type ReplyStart = { readonly id: string | undefined; readonly isNewConversation: boolean };

type ReplyListener = {
  onBegin: (start: ReplyStart) => void;
  onPart: (part: Part) => void;
};

/**
 * Asks for recommendations. Resolves once the reply is complete. Rejects with an {@link HttpError} if the request is
 * refused.
 */
export const recommendVendors = async (
  question: Question,
  { onBegin, onPart }: ReplyListener,
  signal: AbortSignal,
): Promise<void> => {
  const response = await fetch('/functions/v1/recommend-vendors', {
    method: 'POST',
    headers: { ...(await authorizationHeaders()), 'content-type': 'application/json' },
    body: JSON.stringify({ ...question, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone }),
    signal,
  });
  if (!response.ok || !response.body) throw new HttpError(response.status, 'refused', '');
  const { headers } = response;
  onBegin({
    id: headers.get('x-conversation-id') ?? undefined,
    isNewConversation: headers.get('x-conversation-question') === '1',
  });
  for await (const part of partsOf(textOf(response.body.pipeThrough(new TextDecoderStream())))) onPart(part);
};

// A reader, because not every browser supports `for await` over a stream.
async function* textOf(stream: ReadableStream<string>): AsyncGenerator<string> {
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
