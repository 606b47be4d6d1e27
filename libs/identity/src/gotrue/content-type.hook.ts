import { AuthErrorsFilter } from './gotrue.filter.ts';

type Request = { readonly url: string; readonly headers: Record<string, unknown> };
type Server = {
  addHook(name: 'onRequest', hook: (request: Request, reply: unknown, done: () => void) => void): unknown;
};

/** A provider may answer with a form instead of a redirect. */
const formPost = /^\/auth\/v1\/callback(\?|$)/;

/** GoTrue reads every body as JSON, whatever its Content-Type says. */
export const ignoreContentTypes = (server: Server): void => {
  server.addHook('onRequest', (request, _, done) => {
    if (AuthErrorsFilter.covers(request) && !formPost.test(request.url))
      request.headers['content-type'] = 'application/json';
    done();
  });
};
