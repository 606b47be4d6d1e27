type Request = { readonly url: string; readonly method: string; readonly headers: Record<string, unknown> };
type Server = {
  addHook(name: 'onRequest', hook: (request: Request, reply: unknown, done: () => void) => void): unknown;
};

/** RFC 8058 lets mail programs send their form as `multipart/form-data`. Nothing in it is read, so any type is accepted. */
export const acceptOneClickForms = (server: Server): void => {
  server.addHook('onRequest', ({ url, method, headers }, _, done) => {
    if (method === 'POST' && url.startsWith('/unsubscribe/'))
      headers['content-type'] = 'application/x-www-form-urlencoded';
    done();
  });
};
