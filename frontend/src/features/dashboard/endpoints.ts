/** Requested by the table of pages before the code of the dashboard is loaded. */
export const dashboardEndpoint = '/dashboard';
