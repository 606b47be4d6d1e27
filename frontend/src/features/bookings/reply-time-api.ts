import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReplyTime } from '#bookings/contract';
import { api } from '../../platform/http.ts';
import { bookingKeys } from './keys.ts';

/** How long clients usually wait until a professional answers their request. */
export const replyTimeQuery = (creatorId: string) =>
  queryOptions({
    queryKey: bookingKeys.replyTime(creatorId),
    queryFn: ({ signal }) =>
      api.get<ReplyTime>(`/creators/${encodeURIComponent(creatorId)}/reply-time`, undefined, signal),
  });

export const useReplyTime = (creatorId: string) => useQuery(replyTimeQuery(creatorId));
