import type { LiveUpdates } from '../../platform/live-updates.ts';

export const dashboardKey = ['dashboard'] as const;

export const liveUpdates: LiveUpdates = {
  topics: {
    catalog: [dashboardKey],
    bookings: [dashboardKey],
    leads: [dashboardKey],
    payments: [dashboardKey],
    galleries: [dashboardKey],
  },
};
