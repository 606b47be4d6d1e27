import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { projectFolder } from '#platform/config';

/** Paths that are the server's own: an unknown one of these is an error, not a page. */
const ours = /^\/(api|auth|functions|storage|socket\.io|health|sandbox|assets)(\/|$)/;

/** The built screens: files as they are, and for every other page the document that draws it. */
export const serveFrontend = async (api: NestFastifyApplication): Promise<void> => {
  const root = join(projectFolder(), 'dist/frontend');
  // An API without screens is still an API: the tests of the routes need no build.
  if (!existsSync(join(root, 'index.html'))) return;
  const common = { preCompressed: true, cacheControl: false } as const;
  // Looked up at each request: what a page names is there, also when it was built again since.
  await api.register(fastifyStatic, {
    ...common,
    root: join(root, 'assets'),
    prefix: '/assets/',
    decorateReply: false,
    setHeaders: (reply) => {
      reply.header('Cache-Control', 'public, max-age=31536000, immutable');
    },
  });
  await api.register(fastifyStatic, {
    ...common,
    root,
    index: false,
    wildcard: false,
    globIgnore: ['assets/**'],
    setHeaders: (reply, path) => {
      reply.header('Cache-Control', path.includes('.html') ? 'no-cache' : 'public, max-age=300');
    },
  });
  const server = api.getHttpAdapter().getInstance();
  server.get('/', (_, reply) => reply.sendFile('landing.html'));
  server.get('/*', (request, reply) => (ours.test(request.url) ? reply.callNotFound() : reply.sendFile('index.html')));
};
