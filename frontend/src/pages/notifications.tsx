import { Button } from 'antd';
import { Link } from 'react-router-dom';
import { useNotifications } from '../features/notifications/list-api.ts';
import { NotificationItem } from '../features/notifications/notification-item.tsx';
import { useReadShown } from '../features/notifications/read-shown.ts';
import { Loaded } from '../ui/loaded.tsx';
import { NextPage } from '../ui/next-page.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyState, SkeletonBlocks } from '../ui/states.tsx';

const empty = (
  <EmptyState
    title="No notifications yet"
    text="What happens to your events appears here."
    link={{ to: '/dashboard', name: 'Dashboard' }}
  />
);

/** Everything the user was notified of. Opening the page marks it as read. */
export function Notifications() {
  const query = useNotifications();
  const items = query.data?.pages.flatMap((page) => page.items);
  const isNew = useReadShown(items);
  const settings = (
    <Link className="button" to="/settings?tab=notifications">
      Notification settings
    </Link>
  );
  return (
    <Page title="Notifications" width="narrow" actions={settings}>
      <Loaded
        query={{ ...query, data: items }}
        failure="Your notifications could not be loaded"
        skeleton={<SkeletonBlocks heights={[72, 72, 72]} />}
      >
        {(all) =>
          all.length === 0 ? (
            empty
          ) : (
            <div className="stack">
              <ul className="card notification-list">
                {all.map((item) => (
                  <NotificationItem key={item.id} notification={item} isNew={isNew(item)} />
                ))}
              </ul>
              <NextPage query={query}>
                <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                  Show older notifications
                </Button>
              </NextPage>
            </div>
          )
        }
      </Loaded>
    </Page>
  );
}
