import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AuthErrorsFilter } from '#identity';
import { isLoopback } from '#platform/config';
import { Site } from '#platform/http';

/** What a client of the auth API may send, and below it the headers of an answer that it must be able to read. */
const preflightHeaders = {
  'Access-Control-Allow-Methods': 'GET, POST, PUT, PATCH, DELETE',
  'Access-Control-Allow-Headers':
    'accept, authorization, content-type, apikey, x-client-info, x-supabase-api-version, x-jwt-aud, x-use-cookie',
  'Access-Control-Max-Age': '600',
};
const readableHeaders =
  'X-Supabase-Api-Version, X-Total-Count, Link, X-Request-Id, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset';

/**
 * Pages and API share one origin, and pages of other origins cannot read the answers. The exception is development: if the
 * site runs on localhost, pages on other ports of the same machine may use the auth API, without cookies.
 */
export const answerOtherPorts = (api: NestFastifyApplication): void => {
  const site = api.get(Site);
  api
    .getHttpAdapter()
    .getInstance()
    .addHook('onRequest', (request, reply, done) => {
      const { origin } = request.headers;
      if (!(origin && AuthErrorsFilter.covers(request) && areBothLoopback(origin, site.url))) return done();
      reply.headers({
        'Access-Control-Allow-Origin': origin,
        'Access-Control-Expose-Headers': readableHeaders,
        Vary: 'Origin',
      });
      const isPreflight = request.method === 'OPTIONS' && 'access-control-request-method' in request.headers;
      if (!isPreflight) return done();
      reply.headers(preflightHeaders).status(204).send();
    });
};

const areBothLoopback = (origin: string, site: string): boolean =>
  isLoopback(new URL(site).hostname) && URL.canParse(origin) && isLoopback(new URL(origin).hostname);
