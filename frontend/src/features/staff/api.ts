import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import type { RevealedConversation, StaffConversationsPage } from '#ai/contract';
import type {
  AuditEvent,
  AuditPage,
  BookingEvidence,
  ExportFormat,
  FailedJob,
  FailedJobChange,
  FailedJobDiscard,
  FoundPeople,
  LogCheckpoints,
  MaintenanceRequest,
  PendingJobsFilter,
  PendingJobsPage,
  PersonalField,
  PersonalValues,
  RevealedFields,
  RevealedRefundRequests,
  StaffBookingAction,
  StaffBookingsPage,
  StaffCancellation,
  StaffIntegrity,
  StaffJobs,
  StaffOverview,
  StaffPerson,
  StaffPersonAction,
  StaffProjections,
  StaffReports,
  StaffRoleChange,
  StartedLogVerification,
  StartedMaintenance,
  Timeline,
  TimelinePage,
  UserRoleChange,
} from '#backoffice/contract';
import type { BookingVersions, StaffBookingActions, StaffReviewAction, StaffReviews } from '#bookings/contract';
import type { StaffGallery, StaffGalleryFacts } from '#galleries/contract';
import type { RefundRequestDecision, StaffLeadAction, StaffLeadsPage, StaffRefundRequestsPage } from '#leads/contract';
import { today } from '../../platform/dates.ts';
import { api } from '../../platform/http.ts';
import { paging } from '../../platform/paging.ts';
import { saveFile } from '../../platform/save-file.ts';
import { bookingQueryOf, isPersonal } from './booking-filter.ts';
import type { Filter } from './filter.ts';
import { staffKeys } from './keys.ts';
import { logQueryOf } from './log-filter.ts';
import { isTaskRunning } from './projection-tasks.ts';
import { timelineOf } from './timeline-entries.ts';

/** `GET /api/v1/staff/reports` */
export const useStaffReports = () =>
  useInfiniteQuery({
    queryKey: staffKeys.reports,
    queryFn: ({ pageParam, signal }) => api.get<StaffReports>('/staff/reports', { cursor: pageParam }, signal),
    ...paging,
  });

/** How often events are read again, in milliseconds. Most events notify no one over the socket. */
const livePause = 3_000;

/** The timeline at this path, the newest events first loaded. New events appear by themselves on its first page. */
const useTimeline = (id: string, path: string) =>
  useInfiniteQuery({
    queryKey: staffKeys.timeline(id),
    queryFn: ({ pageParam, signal }) =>
      api.get<TimelinePage>(path, { ...(pageParam && { cursor: pageParam }) }, signal),
    ...paging,
    select: ({ pages }) => timelineOf(pages),
    refetchInterval: ({ state }) => state.data?.pages.length === 1 && livePause,
  });

/** `GET /api/v1/staff/bookings/{id}/timeline` */
export const useBookingTimeline = (bookingId: string) =>
  useTimeline(bookingId, `/staff/bookings/${encodeURIComponent(bookingId)}/timeline`);

/** `GET /api/v1/staff/bookings/{id}/versions` */
export const useBookingVersions = (bookingId: string) =>
  useQuery({
    queryKey: staffKeys.versions(bookingId),
    queryFn: async ({ signal }) =>
      (await api.get<BookingVersions>(`/staff/bookings/${encodeURIComponent(bookingId)}/versions`, undefined, signal))
        .items,
  });

/** `GET /api/v1/staff/leads/{id}/timeline` */
export const useLeadTimeline = (leadId: string) =>
  useTimeline(leadId, `/staff/leads/${encodeURIComponent(leadId)}/timeline`);

/** `GET /api/v1/staff/events/{id}/chain` */
export const useEventChain = (eventId: string) =>
  useQuery({
    queryKey: staffKeys.chain(eventId),
    queryFn: ({ signal }) => api.get<Timeline>(`/staff/events/${encodeURIComponent(eventId)}/chain`, undefined, signal),
  });

/** `GET /api/v1/staff/leads` */
export const useStaffLeads = (filter: Filter) =>
  useInfiniteQuery({
    queryKey: staffKeys.leadList(filter),
    queryFn: ({ pageParam, signal }) =>
      api.get<StaffLeadsPage>('/staff/leads', { ...filter, ...(pageParam && { cursor: pageParam }) }, signal),
    ...paging,
    placeholderData: keepPreviousData,
  });

/** `GET /api/v1/staff/refund-requests`: those that wait for a decision, the oldest first. */
export const useRefundRequests = () =>
  useInfiniteQuery({
    queryKey: staffKeys.refundRequests,
    queryFn: ({ pageParam, signal }) =>
      api.get<StaffRefundRequestsPage>('/staff/refund-requests', { ...(pageParam && { cursor: pageParam }) }, signal),
    ...paging,
  });

/** Approves or declines a request for a refund of a lead. */
export const useDecideRefund = (leadId: string, buyerId: string) =>
  useMutation({
    mutationFn: ({ decision, reason }: { decision: RefundRequestDecision; reason: string }) => {
      const purchase = `${encodeURIComponent(leadId)}/purchases/${encodeURIComponent(buyerId)}`;
      return api.post(`/staff/leads/${purchase}/refund-request/${decision}`, { reason });
    },
    onSettled: (_data, _error, _decision, _result, { client }) => invalidateLeads(client),
    meta: { success: 'Decision saved', failure: 'Failed to save the decision' },
  });

/** Holds, releases or removes a lead. */
export const useActOnLead = (leadId: string) =>
  useMutation({
    mutationFn: ({ action, reason }: { action: StaffLeadAction; reason: string }) =>
      api.post(`/staff/leads/${encodeURIComponent(leadId)}/${action}`, { reason }),
    onSettled: (_data, _error, _action, _result, { client }) => invalidateLeads(client),
    meta: { success: 'Lead updated', failure: 'Failed to update the lead' },
  });

/** Cancels a purchase of a lead and refunds it. Both parties read the reason. */
export const useRefundPurchase = (leadId: string, buyerId: string) =>
  useMutation({
    mutationFn: (reason: string) =>
      api.post(`/staff/leads/${encodeURIComponent(leadId)}/purchases/${encodeURIComponent(buyerId)}/refund`, {
        reason,
      }),
    onSettled: (_data, _error, _reason, _result, { client }) => invalidateLeads(client),
    meta: { success: 'Refund started', failure: 'Failed to refund the purchase' },
  });

const invalidateLeads = (client: QueryClient) =>
  Promise.all(
    [staffKeys.timelines, staffKeys.leads, staffKeys.refundRequests].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  );

/**
 * Whether new events appear automatically. Not if more than one page is loaded, because every update reads all loaded
 * pages again.
 */
export const isFollowed = (live: boolean, data: InfiniteData<AuditPage> | undefined): boolean =>
  live && (data?.pages.length ?? 0) <= 1;

/** `GET /api/v1/staff/events` */
export const useEventLog = (filter: Filter, live: boolean) =>
  useInfiniteQuery({
    queryKey: staffKeys.log(filter),
    queryFn: ({ pageParam, signal }) =>
      api.get<AuditPage>('/staff/events', { ...logQueryOf(filter), cursor: pageParam }, signal),
    ...paging,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => isFollowed(live, state.data) && livePause,
  });

/** `GET /api/v1/staff/events/{id}`. An event never changes. */
export const useLogEvent = (id: string) =>
  useQuery({
    queryKey: staffKeys.event(id),
    queryFn: ({ signal }) => api.get<AuditEvent>(`/staff/events/${encodeURIComponent(id)}`, undefined, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** `GET /api/v1/staff/overview` */
export const useStaffOverview = () =>
  useQuery({
    queryKey: staffKeys.overview,
    queryFn: ({ signal }) => api.get<StaffOverview>('/staff/overview', undefined, signal),
    // Most of what it counts notifies no one over the socket.
    refetchOnMount: 'always',
  });

/** `GET /api/v1/staff/bookings`, or `POST /api/v1/staff/bookings/search` if the filter has personal data. */
export const useStaffBookings = (filter: Filter) =>
  useInfiniteQuery({
    queryKey: staffKeys.bookingList(filter),
    queryFn: ({ pageParam, signal }) => {
      const query = { ...bookingQueryOf(filter), ...(pageParam && { cursor: pageParam }) };
      return isPersonal(filter)
        ? api.post<StaffBookingsPage>('/staff/bookings/search', query)
        : api.get<StaffBookingsPage>('/staff/bookings', query, signal);
    },
    ...paging,
    placeholderData: keepPreviousData,
  });

/** Downloads all bookings that match the filter. The log records who did that. */
export const useExportBookings = () =>
  useMutation({
    mutationFn: async ({ filter, format }: { filter: Filter; format: ExportFormat }) =>
      saveFile(
        await api.exportedFile('/staff/bookings/export', { ...bookingQueryOf(filter), format }),
        `festoon-bookings-${today()}.${format}`,
      ),
    meta: { failure: 'Failed to export the bookings' },
  });

/** How often the state of the background work is read again, in milliseconds. */
const operationPause = 5_000;

/** How often that state is read again while a task runs whose progress is shown, in milliseconds. */
const progressPause = 1_000;

/** `GET /api/v1/staff/projections` */
export const useStaffProjections = () =>
  useQuery({
    queryKey: staffKeys.projections,
    queryFn: ({ signal }) => api.get<StaffProjections>('/staff/projections', undefined, signal),
    refetchInterval: ({ state }) =>
      state.data && isTaskRunning(state.data.maintenance) ? progressPause : operationPause,
  });

/** Starts a task on projections. */
export const useStartMaintenance = () =>
  useMutation({
    mutationFn: (request: MaintenanceRequest) =>
      api.post<StartedMaintenance>('/staff/projections/maintenance', request),
    onSuccess: (_data, _request, _result, { client }) => client.invalidateQueries({ queryKey: staffKeys.projections }),
    meta: { failure: 'Failed to start the task' },
  });

/** `GET /api/v1/staff/integrity` */
export const useStaffIntegrity = () =>
  useQuery({
    queryKey: staffKeys.integrity,
    queryFn: ({ signal }) => api.get<StaffIntegrity>('/staff/integrity', undefined, signal),
    refetchInterval: ({ state }) =>
      state.data?.verifications.some(({ endedAt }) => endedAt === null) ? progressPause : operationPause,
  });

/** Starts a verification of the log. */
export const useVerifyLog = () =>
  useMutation({
    mutationFn: () => api.post<StartedLogVerification>('/staff/integrity/verifications', {}),
    onSuccess: (_data, _variables, _result, { client }) => client.invalidateQueries({ queryKey: staffKeys.integrity }),
    meta: { failure: 'Failed to start the verification' },
  });

/** Reads the checkpoints as they are now, and the public key. */
export const useLogCheckpoints = () =>
  useMutation({
    mutationFn: () => api.get<LogCheckpoints>('/staff/integrity/checkpoints'),
    meta: { failure: 'The checkpoints could not be read' },
  });

/** `GET /api/v1/staff/jobs` */
export const useStaffJobs = () =>
  useQuery({
    queryKey: staffKeys.jobs,
    queryFn: ({ signal }) => api.get<StaffJobs>('/staff/jobs', undefined, signal),
    refetchInterval: operationPause,
  });

/** `GET /api/v1/staff/jobs/pending` */
export const usePendingJobs = ({ queue, state }: Pick<PendingJobsFilter, 'queue' | 'state'>) =>
  useInfiniteQuery({
    queryKey: staffKeys.pendingJobs(queue, state),
    queryFn: ({ pageParam, signal }) =>
      api.get<PendingJobsPage>(
        '/staff/jobs/pending',
        { queue, state, ...(pageParam && { cursor: pageParam }) },
        signal,
      ),
    ...paging,
    refetchOnMount: 'always',
  });

/** Retries or discards a job that failed for good. Throws if that was done before. */
export const changeFailedJob = async (
  change: 'retry' | 'discard',
  job: FailedJob | FailedJobDiscard,
): Promise<void> => {
  const { changed } = await api.post<FailedJobChange>(`/staff/jobs/${change}`, job);
  if (!changed) throw new Error('This job was retried or discarded before');
};

/** Runs a job that failed for good again. */
export const useRetryJob = () =>
  useMutation({
    mutationFn: (job: FailedJob) => changeFailedJob('retry', job),
    onSettled: (_data, _error, _job, _result, { client }) => client.invalidateQueries({ queryKey: staffKeys.jobs }),
    meta: { success: 'The job runs again', failure: 'Failed to retry the job' },
  });

/** Discards a job that failed for good. */
export const useDiscardJob = () =>
  useMutation({
    mutationFn: (job: FailedJobDiscard) => changeFailedJob('discard', job),
    onSettled: (_data, _error, _job, _result, { client }) => client.invalidateQueries({ queryKey: staffKeys.jobs }),
    meta: { success: 'Job discarded', failure: 'Failed to discard the job' },
  });

/** `POST /api/v1/staff/people/search` */
export const useFoundPeople = (text: string) =>
  useQuery({
    queryKey: staffKeys.people(text),
    queryFn: () => api.post<FoundPeople>('/staff/people/search', { text }),
  });

/** `GET /api/v1/staff/people/{id}` */
export const useStaffPerson = (id: string) =>
  useQuery({
    queryKey: staffKeys.person(id),
    queryFn: ({ signal }) => api.get<StaffPerson>(`/staff/people/${encodeURIComponent(id)}`, undefined, signal),
  });

/** Shows personal data of a person. The values are kept only as long as the page is open. */
export const useRevealPerson = (id: string) =>
  useMutation({
    mutationFn: (reveal: { fields: readonly PersonalField[]; reason: string }) =>
      api.post<PersonalValues>(`/staff/people/${encodeURIComponent(id)}/reveal`, reveal),
    gcTime: 0,
    onSuccess: (_data, _reveal, _result, { client }) => client.invalidateQueries({ queryKey: staffKeys.person(id) }),
    meta: { failure: 'Failed to reveal the data' },
  });

/** Suspends or reinstates a person, or removes their second factors. */
export const useActOnPerson = (id: string) =>
  useMutation({
    mutationFn: ({ action, reason }: { action: StaffPersonAction; reason: string }) =>
      api.post(`/staff/people/${encodeURIComponent(id)}/${action}`, { reason }),
    onSettled: (_data, _error, _action, _result, { client }) =>
      client.invalidateQueries({ queryKey: staffKeys.person(id) }),
    meta: { success: 'Account updated', failure: 'Failed to update the account' },
  });

/** Changes the role that a person chose at sign-up. */
export const useChangeUserRole = (id: string) =>
  useMutation({
    mutationFn: (change: UserRoleChange) => api.post(`/staff/people/${encodeURIComponent(id)}/role`, change),
    onSettled: (_data, _error, _change, _result, { client }) =>
      client.invalidateQueries({ queryKey: staffKeys.person(id) }),
    meta: { success: 'Role updated', failure: 'Failed to change the role' },
  });

/** Gives a staff role to a person, or takes it away. */
export const useChangeStaffRole = (id: string) =>
  useMutation({
    mutationFn: (change: StaffRoleChange) => api.post(`/staff/people/${encodeURIComponent(id)}/staff-roles`, change),
    onSettled: (_data, _error, _change, _result, { client }) =>
      client.invalidateQueries({ queryKey: staffKeys.person(id) }),
    meta: { success: 'Staff roles updated', failure: 'Failed to change the staff roles' },
  });

/** `GET /api/v1/staff/conversations` */
export const useAssistantConversations = (filter: Filter) =>
  useInfiniteQuery({
    queryKey: staffKeys.conversations(filter),
    queryFn: ({ pageParam, signal }) =>
      api.get<StaffConversationsPage>(
        '/staff/conversations',
        { ...filter, ...(pageParam && { cursor: pageParam }) },
        signal,
      ),
    ...paging,
    placeholderData: keepPreviousData,
    // The conversations of others notify no one over the socket.
    refetchOnMount: 'always',
  });

/** Shows what the route at `path` hides without a reason. */
const useReveal = <Shown>(path: string, failure: string) =>
  useRevealWith((reason) => api.post<Shown>(path, { reason }), failure);

/** Shows what is hidden without a reason. It is kept only as long as the page is open. */
const useRevealWith = <Shown>(
  show: (reason: string) => Promise<Shown>,
  failure: string,
  onShown: (shown: Shown) => void = () => undefined,
) =>
  useMutation({
    mutationFn: show,
    gcTime: 0,
    onSuccess: onShown,
    meta: { failure },
  });

/** Shows what parties wrote in the open reports, on the pages with these cursors. */
export const useRevealReports = (cursors: readonly string[], onShown: (pages: readonly StaffReports[]) => void) =>
  useRevealWith(
    (reason) =>
      Promise.all(
        cursors.map((cursor) =>
          api.post<StaffReports>(`/staff/reports/reveal${cursor && `?${new URLSearchParams({ cursor })}`}`, { reason }),
        ),
      ),
    'Failed to reveal the reports',
    onShown,
  );

/** Shows what buyers wrote in these requests for a refund. */
export const useRevealRefundRequests = (ids: readonly string[], onShown: (requests: RevealedRefundRequests) => void) =>
  useRevealWith(
    (reason) => api.post<RevealedRefundRequests>('/staff/refund-requests/reveal', { reason, ids }),
    'Failed to reveal the requests',
    onShown,
  );

/** Shows the personal data of one event. */
export const useRevealEvent = (id: string) =>
  useReveal<RevealedFields>(`/staff/events/${encodeURIComponent(id)}/reveal`, 'Failed to reveal the data');

/** Shows what was said in a conversation with the assistant. */
export const useRevealConversation = (id: string) =>
  useReveal<RevealedConversation>(
    `/staff/conversations/${encodeURIComponent(id)}/reveal`,
    'Failed to open the conversation',
  );

/** `GET /api/v1/staff/bookings/{id}/actions` */
export const useBookingActions = (bookingId: string) =>
  useQuery({
    queryKey: staffKeys.actionsOn(bookingId),
    queryFn: ({ signal }) =>
      api.get<StaffBookingActions>(`/staff/bookings/${encodeURIComponent(bookingId)}/actions`, undefined, signal),
  });

/** Acts on behalf of the parties of a booking. The reason is shown in its history. */
export const useActOnBooking = (bookingId: string) =>
  useMutation({
    mutationFn: ({ action, reason }: { action: StaffBookingAction; reason: string }) =>
      api.post(`/staff/bookings/${encodeURIComponent(bookingId)}/${action}`, { reason }),
    onError: (_error, _action, _result, { client }) => client.invalidateQueries({ queryKey: staffKeys.bookingActions }),
    meta: { success: 'Booking updated', failure: 'Failed to update the booking', topics: ['bookings'] },
  });

/** Cancels a booking on behalf of its parties. The reason is shown in its history. */
export const useCancelForParties = (bookingId: string) =>
  useMutation({
    mutationFn: (cancellation: StaffCancellation) =>
      api.post(`/staff/bookings/${encodeURIComponent(bookingId)}/cancel`, cancellation),
    onError: (_error, _cancellation, _result, { client }) =>
      client.invalidateQueries({ queryKey: staffKeys.bookingActions }),
    meta: { success: 'Booking cancelled', failure: 'Failed to cancel the booking', topics: ['bookings'] },
  });

/** Shows the evidence of a booking, with personal data. */
export const useOpenEvidence = (bookingId: string) =>
  useReveal<BookingEvidence>(
    `/staff/bookings/${encodeURIComponent(bookingId)}/evidence`,
    'Failed to open the evidence',
  );

const galleryPath = (bookingId: string): string => `/staff/bookings/${encodeURIComponent(bookingId)}/gallery`;

/** `GET /api/v1/staff/bookings/{id}/gallery` */
export const useGalleryFacts = (bookingId: string) =>
  useQuery({
    queryKey: staffKeys.gallery(bookingId),
    queryFn: ({ signal }) => api.get<StaffGalleryFacts>(galleryPath(bookingId), undefined, signal),
  });

/** Shows the gallery of a booking: its first files, or with a cursor the next ones. */
export const useOpenGallery = (bookingId: string) =>
  useMutation({
    mutationFn: ({ reason, cursor }: { reason: string; cursor?: string }) =>
      api.post<StaffGallery>(galleryPath(bookingId) + (cursor ? `?${new URLSearchParams({ cursor })}` : ''), {
        reason,
      }),
    gcTime: 0,
    meta: { failure: 'Failed to open the gallery' },
  });

/** Marks as resolved what the parties of a booking reported. The reason is shown in its history. */
export const useResolveReports = (bookingId: string) =>
  useMutation({
    mutationFn: (reason: string) =>
      api.post(`/staff/bookings/${encodeURIComponent(bookingId)}/resolve-dispute`, { reason }),
    meta: { success: 'Problem resolved', failure: 'Failed to resolve the problem', topics: ['bookings'] },
  });

/** Closes one report of a conversation. */
export const useCloseReport = (reportId: string) =>
  useMutation({
    mutationFn: (reason: string) =>
      api.post(`/staff/reports/conversations/${encodeURIComponent(reportId)}/close`, { reason }),
    meta: { success: 'Report closed', failure: 'Failed to close the report', topics: ['messages'] },
  });

/** `GET /api/v1/staff/reviews` */
export const useStaffReviews = () =>
  useInfiniteQuery({
    queryKey: staffKeys.reviews,
    queryFn: ({ pageParam, signal }) =>
      api.get<StaffReviews>('/staff/reviews', { limit: 50, cursor: pageParam }, signal),
    ...paging,
  });

/** Removes a review or shows it again. Everyone can read why it was removed. */
export const useActOnReview = (id: string) =>
  useMutation({
    mutationFn: ({ action, reason }: { action: StaffReviewAction; reason: string }) =>
      api.post(`/staff/reviews/${encodeURIComponent(id)}/${action}`, { reason }),
    meta: { success: 'Review updated', failure: 'Failed to update the review', topics: ['bookings'] },
  });
