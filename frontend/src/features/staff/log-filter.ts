import type { Filter, FilterField } from './filter.ts';

const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

export const moduleNames: Readonly<Record<string, string>> = {
  identity: 'Accounts',
  catalog: 'Profiles',
  leads: 'Leads',
  bookings: 'Bookings',
  payments: 'Payments',
  galleries: 'Galleries',
  messages: 'Messages',
  notifications: 'Notifications',
  payouts: 'Payouts',
  plans: 'Plans',
  ai: 'Assistant',
  backoffice: 'Back office',
  platform: 'Operation',
};

/** The filters of the log, named as the parameters of `GET /api/v1/staff/events`. */
export const logFields: readonly FilterField[] = [
  { name: 'subject', label: 'About', placeholder: 'booking-…' },
  { name: 'type', label: 'Event', placeholder: 'BookingConfirmed' },
  { name: 'module', label: 'Part', options: optionsOf(moduleNames) },
  {
    name: 'kind',
    label: 'Done by',
    options: optionsOf({
      user: 'A user',
      staff: 'Staff',
      system: 'Festoon',
      worker: 'Automatically',
      webhook: 'The payment provider',
    }),
  },
  { name: 'actor', label: 'Actor’s ID' },
  { name: 'role', label: 'Role then', placeholder: 'creator, support, …' },
  { name: 'onBehalfOf', label: 'On behalf of', placeholder: 'A person’s ID' },
  {
    name: 'source',
    label: 'Source',
    options: optionsOf({ web: 'Website', api: 'API', cli: 'Command line', worker: 'Worker', webhook: 'Webhook' }),
  },
  { name: 'stream', label: 'Stream' },
  { name: 'request', label: 'Request' },
  { name: 'correlation', label: 'Correlation' },
  { name: 'causation', label: 'Caused by', placeholder: 'An event or a request' },
  { name: 'id', label: 'Event’s ID' },
  { name: 'position', label: 'Position', type: 'number' },
  { name: 'from', label: 'From', type: 'date' },
  { name: 'to', label: 'To', type: 'date' },
];

/** The parameters of the request. The days of the period are days of the user, and the last one is included. */
export const logQueryOf = ({ from, to, ...rest }: Filter): Filter => ({
  ...rest,
  ...(from && { from: startOf(from, 0) }),
  ...(to && { until: startOf(to, 1) }),
});

/** The beginning of a day in the user's time zone, or of one of the days after it. */
const startOf = (day: string, later: number): string => {
  const start = new Date(`${day}T00:00`);
  start.setDate(start.getDate() + later);
  return start.toISOString();
};
