import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AuthErrorsFilter } from '#identity';
import { Config, isLoopback } from '#platform/config';

/** What a client of the auth API may send, and which headers of a response it may read. */
const authApi = {
  methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
  allowedHeaders: [
    ...['accept', 'authorization', 'content-type', 'apikey', 'x-client-info', 'x-supabase-api-version', 'x-jwt-aud'],
    'x-use-cookie',
  ],
  exposedHeaders: [
    ...['X-Supabase-Api-Version', 'X-Total-Count', 'Link', 'X-Request-Id', 'Retry-After'],
    ...['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'],
  ],
  maxAge: 600,
};

/**
 * Pages and API share one origin, and pages of other origins cannot read the responses. The exception is development:
 * if the site runs on localhost, pages on other ports of the same machine may use the auth API, without cookies.
 */
export const allowOtherPorts = (api: NestFastifyApplication): void => {
  if (!isOnThisMachine(api.get(Config).publicUrl)) return;
  api.enableCors({
    delegator: (request, done) => {
      const { method, headers } = request;
      const isAllowed = AuthErrorsFilter.covers(request) && isOnThisMachine(headers.origin);
      const isPreflight = method === 'OPTIONS' && 'access-control-request-method' in headers;
      done(null, { ...authApi, origin: isAllowed, preflight: isPreflight });
    },
  });
};

const isOnThisMachine = (url: string | undefined): boolean =>
  url !== undefined && URL.canParse(url) && isLoopback(new URL(url).hostname);
