import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';
import { Config, projectFolder } from '#platform/config';
import { networkOf } from '#platform/rate-limits';
import { withDemoBanner } from './demo-banner.ts';
import { LandingFigures, withFigures } from './landing-figures.ts';
import { PageRenderer } from './page-renderer.ts';

/** Path prefixes of the server: an unknown path under one of them returns an error, not a page. */
const serverPaths = /^\/(api|auth|functions|storage|socket\.io|health|sandbox|assets)(\/|$)/;

/** The public pages that are rendered for each request. */
const renderedPaths = /^\/creators(\/[^/]+)?\/?$/;

/** Finds the HTML document that the build wrote for a path. */
const documentsIn = (root: string): ((path: string) => string | undefined) => {
  const documents = JSON.parse(readFileSync(join(root, 'documents.json'), 'utf8')) as Record<string, string>;
  const patterns = Object.entries(documents).map(
    ([path, document]) => [new RegExp(`^${path.replace(/:[a-z]+/g, '[^/]+')}/?$`), document] as const,
  );
  return (path) => patterns.find(([pattern]) => pattern.test(path))?.[1];
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
  const { demo, showsLiveFigures } = api.get(Config);
  // Read at each request, so that a new build is found.
  const textOf = (document: string): string => {
    const file = readFileSync(join(root, document), 'utf8');
    return demo ? withDemoBanner(file) : file;
  };
  const figures = api.get(LandingFigures);
  const sendText = async (reply: FastifyReply, text: string): Promise<FastifyReply> => {
    const page = showsLiveFigures ? withFigures(text, await figures.read()) : text;
    return reply.header('Cache-Control', 'no-cache').type('text/html; charset=utf-8').send(page);
  };
  // The files of the build are compressed already.
  const sendDocument = async (reply: FastifyReply, document: string): Promise<FastifyReply> =>
    demo || showsLiveFigures ? sendText(reply, textOf(document)) : reply.sendFile(document);
  server.get('/', (_, reply) => sendDocument(reply, 'landing.html'));
  const documentOf = documentsIn(root);
  const renderer = api.get(PageRenderer);
  renderer.load();
  server.get('/*', async (request, reply) => {
    const [path = '', ...query] = request.url.split('?');
    if (serverPaths.test(path)) return reply.callNotFound();
    const document = documentOf(path);
    if (document === undefined) return sendDocument(reply.status(404), 'not-found.html');
    if (!renderedPaths.test(path)) return sendDocument(reply, document);
    const search = query.length > 0 ? `?${query.join('?')}` : '';
    const page = await renderer.render({ path, search, template: textOf(document), network: networkOf(request.ip) });
    return page ? sendText(reply.status(page.status), page.html) : sendDocument(reply, document);
  });
};
