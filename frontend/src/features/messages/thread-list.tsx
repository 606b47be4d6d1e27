import { Avatar, Button } from 'antd';
import { NavLink } from 'react-router-dom';
import type { Thread } from '#messages/contract';
import { dateAndTime } from '../../platform/dates.ts';
import { copyOf } from '../../platform/picture-copies.ts';
import { initialOf } from '../../platform/text.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { NextPage } from '../../ui/next-page.tsx';
import { EmptyState, SkeletonBlocks } from '../../ui/states.tsx';
import { useThreads } from './api.ts';
import { summaryOf } from './message-summary.ts';
import './messages.css';

const empty = (
  <EmptyState
    title="No messages yet"
    text="Write to the other party from a booking, or from a lead that a professional has unlocked."
    link={{ to: '/bookings', name: 'My Bookings' }}
  />
);

/** The user's conversations; the one with the newest message comes first. */
export function ThreadList() {
  const query = useThreads();
  const threads = query.data?.pages.flatMap((page) => page.items);
  return (
    <Loaded
      query={{ ...query, data: threads }}
      failure="Your messages could not be loaded"
      skeleton={<SkeletonBlocks heights={[76, 76, 76]} />}
    >
      {(all) =>
        all.length === 0 ? (
          empty
        ) : (
          <nav className="card threads" aria-label="Conversations">
            {all.map((thread) => (
              <ThreadLink key={thread.id} thread={thread} />
            ))}
            <NextPage query={query}>
              <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                Show more conversations
              </Button>
            </NextPage>
          </nav>
        )
      }
    </Loaded>
  );
}

function ThreadLink({ thread: { id, title, other, lastMessage, unread } }: { thread: Thread }) {
  return (
    <NavLink to={`/messages/${id}`} className={unread > 0 ? 'thread unread' : 'thread'}>
      <Avatar className="figure" size={44} src={other.avatarUrl && copyOf(other.avatarUrl, 250)} aria-hidden="true">
        {initialOf(other.displayName)}
      </Avatar>
      <span className="thread-text">
        <b>{other.displayName}</b>
        <span className="small muted">{title}</span>
        {lastMessage && (
          <span className="small thread-last">
            {lastMessage.isMine && 'You: '}
            {summaryOf(lastMessage)}
          </span>
        )}
      </span>
      <span className="thread-side small muted">
        {lastMessage && (
          <time dateTime={lastMessage.createdAt}>{dateAndTime(lastMessage.createdAt).split(' · ')[0]}</time>
        )}
        {unread > 0 && (
          <span className="nav-count">
            {unread}
            <span className="unseen"> unread</span>
          </span>
        )}
      </span>
    </NavLink>
  );
}
