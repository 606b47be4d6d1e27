import type { RequestHead } from '#platform/http';

const name = 'festoon-oauth';
/** In seconds: as long as signing in at a provider may take. */
const lasts = 600;
/** Several tabs may be on their way at once. */
const most = 5;

/** By this the browser that left for a provider is known when it comes back. Scripts and other sites' forms do not see it. */
export const cookieFor = (site: string, values: readonly string[]): string => {
  const value = values.slice(0, most).join('.');
  const secure = site.startsWith('https:') ? '; Secure' : '';
  return `${name}=${value}; Path=/auth/v1; Max-Age=${lasts}; HttpOnly; SameSite=Lax${secure}`;
};

/** What of it a request brings. */
export const cookiesIn = ({ headers }: RequestHead): readonly string[] => {
  const [, value = ''] = new RegExp(`(?:^|;\\s*)${name}=([\\w.-]{1,300})`).exec(String(headers.cookie ?? '')) ?? [];
  return value.split('.').filter(Boolean);
};
