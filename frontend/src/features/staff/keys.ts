import type { LiveUpdates } from '../../platform/live-updates.ts';
import type { Filter } from './filter.ts';

const all = ['staff'] as const;
const bookings = [...all, 'bookings'] as const;
const bookingActions = [...all, 'booking-actions'] as const;
const leads = [...all, 'leads'] as const;
const payouts = [...all, 'payouts'] as const;
const timelines = [...all, 'timeline'] as const;
const timeline = (id: string) => [...timelines, id] as const;
const jobs = [...all, 'jobs'] as const;

export const staffKeys = {
  overview: [...all, 'overview'] as const,
  reports: [...all, 'reports'] as const,
  reviews: [...all, 'reviews'] as const,
  /** The key of all lists of bookings. */
  bookings,
  bookingList: (filter: Filter) => [...bookings, filter] as const,
  /** The key of the actions on every booking. */
  bookingActions,
  actionsOn: (bookingId: string) => [...bookingActions, bookingId] as const,
  /** The key of all lists of leads. */
  leads,
  leadList: (filter: Filter) => [...leads, filter] as const,
  refundRequests: [...all, 'refund-requests'] as const,
  /** The key of all lists of payouts. */
  payouts,
  payoutList: (filter: Filter) => [...payouts, filter] as const,
  negativeBalances: [...all, 'negative-balances'] as const,
  /** The key of the timelines of all bookings and leads. */
  timelines,
  timeline,
  versions: (bookingId: string) => [...timeline(bookingId), 'versions'] as const,
  gallery: (bookingId: string) => [...timeline(bookingId), 'gallery'] as const,
  log: (filter: Filter) => [...all, 'log', filter] as const,
  event: (id: string) => [...all, 'event', id] as const,
  chain: (eventId: string) => [...all, 'chain', eventId] as const,
  projections: [...all, 'projections'] as const,
  integrity: [...all, 'integrity'] as const,
  jobs,
  pendingJobs: (queue: string, state: string) => [...jobs, queue, state] as const,
  people: (text: string) => [...all, 'people', text] as const,
  person: (id: string) => [...all, 'person', id] as const,
  conversations: (filter: Filter) => [...all, 'conversations', filter] as const,
};

export const liveUpdates: LiveUpdates = {
  topics: {
    bookings: [staffKeys.reports, staffKeys.reviews, bookings, staffKeys.overview, timelines, bookingActions],
    payouts: [payouts, staffKeys.negativeBalances, staffKeys.overview],
    messages: [staffKeys.reports, staffKeys.overview],
    leads: [staffKeys.refundRequests],
  },
};
