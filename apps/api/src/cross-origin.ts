import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AuthErrorsFilter } from '#identity';
import { isLoopback } from '#platform/config';
import { Site } from '#platform/http';

/** What a client of the auth API sends, and what it has to read of an answer. */
const permission = {
  'Access-Control-Allow-Methods': 'GET, POST, PUT, PATCH, DELETE',
  'Access-Control-Allow-Headers':
    'accept, authorization, content-type, apikey, x-client-info, x-supabase-api-version, x-jwt-aud, x-use-cookie',
  'Access-Control-Max-Age': '600',
};
const readable =
  'X-Supabase-Api-Version, X-Total-Count, Link, X-Request-Id, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset';

/**
 * Pages and API share one origin, and no other reads what it answers. Only where the site is this machine's own, pages
 * that another port of it serves may use the auth API, without cookies.
 */
export const answerOtherPorts = (api: NestFastifyApplication): void => {
  const site = api.get(Site);
  api
    .getHttpAdapter()
    .getInstance()
    .addHook('onRequest', (request, reply, done) => {
      const { origin } = request.headers;
      if (!(origin && AuthErrorsFilter.covers(request) && isNeighbour(origin, site.url))) return done();
      reply.headers({
        'Access-Control-Allow-Origin': origin,
        'Access-Control-Expose-Headers': readable,
        Vary: 'Origin',
      });
      const asksFirst = request.method === 'OPTIONS' && 'access-control-request-method' in request.headers;
      if (!asksFirst) return done();
      reply.headers(permission).status(204).send();
    });
};

const isNeighbour = (origin: string, site: string): boolean =>
  isLoopback(new URL(site).hostname) && URL.canParse(origin) && isLoopback(new URL(origin).hostname);
