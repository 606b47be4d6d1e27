type Request = { readonly url: string; readonly method: string; readonly headers: Record<string, unknown> };
/** The part of a Fastify server that adds hooks. */
export type HookedServer = {
  addHook(name: 'onRequest', hook: (request: Request, reply: unknown, done: () => void) => void): unknown;
};

/** Reads the bodies of requests for which `typeOf` returns a type as that type, whatever their Content-Type says. */
export const overrideContentType = (server: HookedServer, typeOf: (request: Request) => string | undefined): void => {
  server.addHook('onRequest', (request, _, done) => {
    const type = typeOf(request);
    if (type !== undefined) request.headers['content-type'] = type;
    done();
  });
};
