import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { projectFolder } from '#platform/config';

/** Paths that are the server's own: an unknown one of these is an error, not a page. */
const ours = /^\/(api|auth|functions|storage|socket\.io|health|sandbox|assets)(\/|$)/;

/** Which document the build wrote for a path: one with the page's heading already in it, or the one for all others. */
const documentsIn = (root: string): ((path: string) => string) => {
  const documents = JSON.parse(readFileSync(join(root, 'documents.json'), 'utf8')) as Record<string, string>;
  const patterns = Object.entries(documents).map(
    ([path, document]) => [new RegExp(`^${path.replace(/:[a-z]+/g, '[^/]+')}/?$`), document] as const,
  );
  return (path) => patterns.find(([pattern]) => pattern.test(path))?.[1] ?? 'index.html';
};

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
  const documentOf = documentsIn(root);
  server.get('/*', (request, reply) => {
    const [path = ''] = request.url.split('?');
    return ours.test(request.url) ? reply.callNotFound() : reply.sendFile(documentOf(path));
  });
};
