const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * The allowed redirect targets: this site or, if the site runs on localhost, any port of this machine. Undefined for
 * all other addresses. The address carries tokens, so one that is not certain to be ours is rejected.
 */
export const allowedRedirect = (site: string, requested: unknown): string | undefined => {
  // Browsers drop control characters and read backslashes as slashes, so an address with either is rejected.
  if (typeof requested !== 'string' || !/^https?:\/\/[^\s\\\p{Cc}]+$/iu.test(requested) || !URL.canParse(requested))
    return undefined;
  const [target, own] = [new URL(requested), new URL(site)];
  if (target.username || target.password) return undefined;
  if (target.origin === own.origin) return target.href;
  return loopback.test(own.hostname) && loopback.test(target.hostname) ? target.href : undefined;
};

/** The first of these addresses that is allowed, or the site itself. */
export const redirectTo = (site: string, ...requested: readonly unknown[]): string =>
  requested.map((one) => allowedRedirect(site, one)).find((one) => one !== undefined) ?? new URL(site).href;

type RedirectRequest = { readonly query?: unknown; readonly headers: Readonly<Record<string, unknown>> };

/** The redirect target of a request: its `redirect_to`, or the page it comes from, or the site itself. */
export const redirectOf = (site: string, { query, headers }: RedirectRequest): string =>
  redirectTo(site, (query as Record<string, unknown> | undefined)?.redirect_to, headers.redirect_to, headers.referer);

/** Replaces the fragment of an address by these fields; with `inQuery`, adds them to the query too. */
export const withFragment = (redirect: string, facts: Readonly<Record<string, string>>, inQuery = false): string => {
  const url = new URL(redirect);
  const sortedFields = Object.entries(facts).sort(([a], [b]) => (a < b ? -1 : 1));
  if (inQuery) for (const [name, value] of sortedFields) if (value) url.searchParams.set(name, value);
  url.hash = new URLSearchParams(sortedFields).toString();
  return url.href;
};
