/** Where the data of creators is read. The table of pages requests some of it before the code of a page is loaded. */
export const creatorEndpoints = {
  all: '/creators',
  featured: '/creators/featured',
  days: (id: string) => `/creators/${encodeURIComponent(id)}/availability`,
  detail: (id: string) => `/creators/${encodeURIComponent(id)}`,
};
