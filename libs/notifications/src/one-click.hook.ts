import { type HookedServer, overrideContentType } from '#platform/http';

/**
 * RFC 8058 lets mail programs send their form as `multipart/form-data`. Nothing in it is read, so any type is accepted.
 */
export const acceptOneClickForms = (server: HookedServer): void =>
  overrideContentType(server, ({ url, method }) =>
    method === 'POST' && url.startsWith('/unsubscribe/') ? 'application/x-www-form-urlencoded' : undefined,
  );
