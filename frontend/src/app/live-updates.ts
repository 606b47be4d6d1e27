import { bookingUpdates } from '../features/bookings/keys.ts';
import { catalogUpdates } from '../features/catalog/keys.ts';
import { dashboardUpdates } from '../features/dashboard/keys.ts';
import { identityUpdates } from '../features/identity/keys.ts';
import { leadUpdates } from '../features/leads/keys.ts';
import { combineUpdates } from '../platform/live-updates.ts';

/** The topics of all features. */
export const liveUpdates = combineUpdates([
  bookingUpdates,
  catalogUpdates,
  dashboardUpdates,
  identityUpdates,
  leadUpdates,
]);
