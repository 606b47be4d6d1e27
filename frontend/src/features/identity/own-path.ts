// Pages that redirect signed-in users.
const signingIn = /^\/(login|signup|reset-password)(\/|$)/;

/** The path with its query, if it leads to a page of this site; undefined for every other text. */
export const ownPath = (path: unknown, origin: string = location.origin): string | undefined => {
  if (typeof path !== 'string' || !path.startsWith('/')) return undefined;
  // `//example.com` and `/\example.com` lead to other sites.
  if (!URL.canParse(path, origin)) return undefined;
  const url = new URL(path, origin);
  if (url.origin !== origin || signingIn.test(url.pathname)) return undefined;
  return `${url.pathname}${url.search}${url.hash}`;
};
