import { Button } from 'antd';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import type { Message, Thread } from '#messages/contract';
import { dateAndTime } from '../../platform/dates.ts';
import { useIsPageVisible } from '../../platform/page-visibility.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { NextPage } from '../../ui/next-page.tsx';
import { EmptyState, SkeletonBlocks } from '../../ui/states.tsx';
import { useMessages, useReadThread, useThread } from './api.ts';
import { Attachments } from './attachments.tsx';
import { Composer } from './composer.tsx';
import { ConversationMenu } from './conversation-menu.tsx';
import { Outgoing } from './outgoing.tsx';
import { useOutgoing } from './outgoing-api.ts';
import './messages.css';

const missing = (
  <EmptyState
    title="Conversation not found"
    text="Check the link, or sign in with the account this conversation belongs to."
    link={{ to: '/messages', name: 'Messages' }}
  />
);

/** One conversation: its messages, and a field to write the next one. */
export function Conversation({ id }: { id: string }) {
  return (
    <section className="card conversation" aria-label="Conversation">
      <Loaded
        query={useThread(id)}
        failure="This conversation could not be loaded"
        missing={missing}
        skeleton={<SkeletonBlocks heights={[52, 240]} />}
      >
        {(thread) => (
          <>
            <Top thread={thread} />
            <Messages thread={thread} />
            <Bottom thread={thread} />
          </>
        )}
      </Loaded>
    </section>
  );
}

function Top({ thread }: { thread: Thread }) {
  const { other, title, bookingId } = thread;
  return (
    <div className="conversation-top">
      <Link className="link small conversation-back" to="/messages">
        All messages
      </Link>
      <div>
        <h2>{other.displayName}</h2>
        <p className="small muted">
          {bookingId ? (
            <Link className="link" to={`/bookings/${bookingId}`}>
              {title}
            </Link>
          ) : (
            title
          )}
        </p>
      </div>
      <ConversationMenu thread={thread} />
    </div>
  );
}

function Messages({ thread }: { thread: Thread }) {
  const query = useMessages(thread.id);
  const newestFirst = query.data?.pages.flatMap((page) => page.items);
  const newest = newestFirst?.[0];
  const { mutate: read } = useReadThread(thread.id);
  const isPageVisible = useIsPageVisible();
  // Messages that arrive while the user looks at another tab stay unread.
  const unreadUpTo = thread.unread > 0 && isPageVisible ? newest?.position : undefined;
  useEffect(() => {
    if (unreadUpTo !== undefined) read(unreadUpTo);
  }, [unreadUpTo, read]);
  const outgoing = useOutgoing(thread.id, (id) => newestFirst?.some((item) => item.id === id) ?? false);
  const lastOutgoing = outgoing.at(-1)?.key;
  const newestId = newest?.id;
  const log = useRef<HTMLDivElement>(null);
  // The list, which begins at its end, shows a new message, but the page does not scroll.
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each new message
  useLayoutEffect(() => {
    if (log.current) log.current.scrollTop = 0;
  }, [newestId, lastOutgoing]);
  return (
    <Loaded
      query={{ ...query, data: newestFirst }}
      failure="The messages could not be loaded"
      skeleton={<SkeletonBlocks heights={[44, 44, 44]} />}
    >
      {(items) => (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area has to be reachable with the keyboard.
        <div ref={log} className="conversation-log" role="log" aria-label="Messages" tabIndex={0}>
          <div className="conversation-messages">
            <NextPage query={query}>
              <Button type="link" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                Show earlier messages
              </Button>
            </NextPage>
            {items.length + outgoing.length === 0 && (
              <p className="muted center">Write the first message to {thread.other.displayName}.</p>
            )}
            {items.toReversed().map((message) => (
              <Bubble
                key={message.id}
                threadId={thread.id}
                message={message}
                author={message.isMine ? 'You' : thread.other.displayName}
              />
            ))}
            <Outgoing threadId={thread.id} messages={outgoing} />
          </div>
        </div>
      )}
    </Loaded>
  );
}

type BubbleProps = { threadId: string; message: Message; author: string };

function Bubble({ threadId, message: { text, attachments, isMine, createdAt }, author }: BubbleProps) {
  return (
    <div className={isMine ? 'bubble mine' : 'bubble'}>
      <span className="unseen">{author}: </span>
      {text === null ? <i className="muted">This message was removed with its author’s account.</i> : text}
      {attachments.length > 0 && <Attachments threadId={threadId} files={attachments} />}
      <time className="small muted" dateTime={createdAt}>
        {dateAndTime(createdAt)}
      </time>
    </div>
  );
}

function Bottom({ thread: { id, blocked, partyLeft } }: { thread: Thread }) {
  if (partyLeft) return <p className="conversation-end muted">The other party has closed their account.</p>;
  if (blocked === 'by-you')
    return <p className="conversation-end muted">You have blocked this conversation. Unblock it to write.</p>;
  if (blocked) return <p className="conversation-end muted">This conversation was ended by the other party.</p>;
  return <Composer key={id} threadId={id} />;
}
