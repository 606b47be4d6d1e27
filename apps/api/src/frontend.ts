import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';
import { Config, projectFolder } from '#platform/config';
import { withDemoBanner } from './demo-banner.ts';

/** Paths of the server: an unknown path below one of these returns an error, not a page. */
const serverPaths = /^\/(api|auth|functions|storage|socket\.io|health|sandbox|assets)(\/|$)/;

/**
 * Finds the HTML document that the build wrote for a path: one that contains the page's heading, or the general one.
 */
const documentsIn = (root: string): ((path: string) => string) => {
  const documents = JSON.parse(readFileSync(join(root, 'documents.json'), 'utf8')) as Record<string, string>;
  const patterns = Object.entries(documents).map(
    ([path, document]) => [new RegExp(`^${path.replace(/:[a-z]+/g, '[^/]+')}/?$`), document] as const,
  );
  return (path) => patterns.find(([pattern]) => pattern.test(path))?.[1] ?? 'index.html';
};

/** Serves the built frontend: its files, and for every page path the HTML document of that page. */
export const serveFrontend = async (api: NestFastifyApplication): Promise<void> => {
  const root = join(projectFolder(), 'dist/frontend');
  // The API also works without the frontend, so that tests of the routes need no build.
  if (!existsSync(join(root, 'index.html'))) return;
  const common = { preCompressed: true, cacheControl: false } as const;
  // Assets are looked up at each request, so that they are found after a new build, too.
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
  const sendDocument = api.get(Config).demo ? demoDocuments(root) : sendFile;
  server.get('/', (_, reply) => sendDocument(reply, 'landing.html'));
  const documentOf = documentsIn(root);
  server.get('/*', (request, reply) => {
    const [path = ''] = request.url.split('?');
    return serverPaths.test(request.url) ? reply.callNotFound() : sendDocument(reply, documentOf(path));
  });
};

const sendFile = (reply: FastifyReply, document: string): FastifyReply => reply.sendFile(document);

/** Sends documents with the banner of a demo. */
const demoDocuments = (root: string): typeof sendFile => {
  const pages = new Map<string, string>();
  return (reply, document) => {
    const page = pages.get(document) ?? withDemoBanner(readFileSync(join(root, document), 'utf8'));
    pages.set(document, page);
    return reply.header('Cache-Control', 'no-cache').type('text/html; charset=utf-8').send(page);
  };
};
