import { AuthErrorsFilter } from './gotrue.filter.ts';

type Request = { readonly url: string; readonly headers: Record<string, unknown> };
type Server = {
  addHook(name: 'onRequest', hook: (request: Request, reply: unknown, done: () => void) => void): unknown;
};

/** A provider may send its response as a form post instead of a redirect, so this route keeps its Content-Type. */
const formPost = /^\/auth\/v1\/callback(\?|$)/;

/** GoTrue reads every body as JSON and ignores its Content-Type. */
export const ignoreContentTypes = (server: Server): void => {
  server.addHook('onRequest', (request, _, done) => {
    if (AuthErrorsFilter.covers(request) && !formPost.test(request.url))
      request.headers['content-type'] = 'application/json';
    done();
  });
};
