import { useId, useRef } from 'react';
import type { ShownConversation } from '#ai/contract';
import { dateAndTime } from '../../platform/dates.ts';
import { NextPage } from '../../ui/next-page.tsx';
import { useConversations, useDeleteConversations, useReadConversation } from './api.ts';
import { DeleteButton } from './delete-button.tsx';

type EarlierConversationsProps = {
  onOpen: (conversation: ShownConversation) => void;
  /** The user has deleted the last one. */
  onEmpty: () => void;
};

/** The conversations of the last 30 days. While they load, and if there are none, nothing is shown. */
export function EarlierConversations({ onOpen, onEmpty }: EarlierConversationsProps) {
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const query = useConversations();
  const conversations = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const reading = useReadConversation();
  const deletion = useDeleteConversations();
  // The button that had the focus is gone.
  const moveFocus = () => (title.current ? title.current.focus() : onEmpty());
  if (conversations.length === 0) return null;
  return (
    <section aria-labelledby={titleId}>
      <h2 ref={title} id={titleId} tabIndex={-1} className="chat-earlier-title">
        Earlier conversations
      </h2>
      <ul className="chat-earlier">
        {conversations.map(({ id, question, startedAt }) => (
          <li key={id}>
            <div>
              <button
                type="button"
                className="link"
                disabled={reading.isPending}
                onClick={() => reading.mutate(id, { onSuccess: onOpen })}
              >
                {question ?? 'Conversation'}
              </button>
              <span className="muted small">{dateAndTime(startedAt)}</span>
            </div>
            <DeleteButton
              label="Delete"
              name={`Delete: ${question ?? 'Conversation'}`}
              isDeleting={deletion.isPending}
              onDelete={() => deletion.mutate([id], { onSuccess: moveFocus })}
            />
          </li>
        ))}
      </ul>
      <NextPage query={query}>
        <button
          type="button"
          className="button"
          aria-busy={query.isFetchingNextPage}
          disabled={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show earlier ones
        </button>
      </NextPage>
    </section>
  );
}
