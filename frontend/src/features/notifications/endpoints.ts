/** Where notifications are read. The table of pages requests them before the code of the page is loaded. */
export const notificationEndpoints = { all: '/notifications' };
