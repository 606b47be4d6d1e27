import { useQuery } from '@tanstack/react-query';
import type { ThreadsPage } from '#messages/contract';
import { api } from '../../platform/http.ts';
import { threadEndpoints } from './endpoints.ts';
import { messageKeys } from './keys.ts';

/** The number of unread messages, beside the link to them. */
export function UnreadCount() {
  const { data: unread = 0 } = useQuery({
    queryKey: messageKeys.unread,
    queryFn: async ({ signal }) => (await api.get<ThreadsPage>(threadEndpoints.all, { limit: 1 }, signal)).unread,
  });
  if (unread === 0) return null;
  return (
    <span className="nav-count">
      {unread}
      <span className="unseen"> unread</span>
    </span>
  );
}
