import type { RequestHead } from '#platform/http';

const name = 'festoon-oauth';
/** How long the cookie is valid, in seconds: as long as signing in at a provider may take. */
const lifetime = 600;
/** Several tabs can be signing in at the same time; the cookie holds a value for each of the latest ones. */
const maxValues = 5;

/**
 * The cookie that identifies a browser when it returns from a provider. Scripts cannot read it, and forms on other
 * sites do not send it.
 */
export const cookieFor = (site: string, values: readonly string[]): string => {
  const value = values.slice(0, maxValues).join('.');
  const secure = site.startsWith('https:') ? '; Secure' : '';
  return `${name}=${value}; Path=/auth/v1; Max-Age=${lifetime}; HttpOnly; SameSite=Lax${secure}`;
};

/** The cookie's values in a request. */
export const cookiesIn = ({ headers }: RequestHead): readonly string[] => {
  const [, value = ''] = new RegExp(`(?:^|;\\s*)${name}=([\\w.-]{1,300})`).exec(String(headers.cookie ?? '')) ?? [];
  return value.split('.').filter(Boolean);
};
