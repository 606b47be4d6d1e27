/** Where the data of leads is read. The table of pages requests some of it before the code of a page is loaded. */
export const leadEndpoints = {
  all: '/leads',
  purchased: '/leads/purchased',
  match: (id: string) => `/leads/${encodeURIComponent(id)}/match`,
  detail: (id: string) => `/leads/${encodeURIComponent(id)}`,
};
