const idAtEnd = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The id in the last part of a profile's address, with or without a name before it. Other texts are returned as they
 * are.
 */
export const creatorIdIn = (part: string): string => idAtEnd.exec(part)?.[0].toLowerCase() ?? part;

/** Where the data of creators is read. The table of pages requests some of it before the code of a page is loaded. */
export const creatorEndpoints = {
  all: '/creators',
  featured: '/creators/featured',
  days: (id: string) => `/creators/${encodeURIComponent(id)}/availability`,
  detail: (id: string) => `/creators/${encodeURIComponent(id)}`,
};
