const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * Where a link may lead in the end: this site, or, where the site is this machine's own, any port of this machine.
 * Undefined for everything else. Tokens travel in such an address, so what is not surely ours is not ours.
 */
export const allowedRedirect = (site: string, asked: unknown): string | undefined => {
  // Browsers drop control characters and read backslashes as slashes: nobody needs either.
  if (typeof asked !== 'string' || !/^https?:\/\/[^\s\\\p{Cc}]+$/iu.test(asked) || !URL.canParse(asked))
    return undefined;
  const [wanted, own] = [new URL(asked), new URL(site)];
  if (wanted.username || wanted.password) return undefined;
  if (wanted.origin === own.origin) return wanted.href;
  return loopback.test(own.hostname) && loopback.test(wanted.hostname) ? wanted.href : undefined;
};

/** The first of these that is allowed, or the site itself. */
export const redirectTo = (site: string, ...asked: readonly unknown[]): string =>
  asked.map((one) => allowedRedirect(site, one)).find((one) => one !== undefined) ?? new URL(site).href;

type Asking = { readonly query?: unknown; readonly headers: Readonly<Record<string, unknown>> };

/** Where a request wants its mail's link to lead: what it says, or the page it comes from, or the site itself. */
export const redirectOf = (site: string, { query, headers }: Asking): string =>
  redirectTo(site, (query as Record<string, unknown> | undefined)?.redirect_to, headers.redirect_to, headers.referer);

/** An address with facts in its fragment, in place of the one it had; with `inQuery` in the query too. */
export const withFragment = (redirect: string, facts: Readonly<Record<string, string>>, inQuery = false): string => {
  const url = new URL(redirect);
  const sorted = Object.entries(facts).sort(([a], [b]) => (a < b ? -1 : 1));
  if (inQuery) for (const [name, value] of sorted) if (value) url.searchParams.set(name, value);
  url.hash = new URLSearchParams(sorted).toString();
  return url.href;
};
