import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { checkout } from '#platform';

/** Paths that are the server's own: an unknown one of these is an error, not a page. */
const ours = /^\/(api|auth|functions|storage|socket\.io|health|sandbox|assets)(\/|$)/;

/** The built screens: files as they are, and for every other page the document that draws it. */
export const serveFrontend = async (api: NestFastifyApplication): Promise<void> => {
  const root = join(checkout(), 'dist/frontend');
  // An API without screens is still an API: the tests of the routes need no build.
  if (!existsSync(join(root, 'index.html'))) return;
  const page = readFileSync(join(root, 'index.html'));
  const landing = readFileSync(join(root, 'landing.html'));
  await api.register(fastifyStatic, {
    root,
    index: false,
    wildcard: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      const forGood = 'public, max-age=31536000, immutable';
      reply.header('Cache-Control', path.includes('/assets/') ? forGood : 'public, max-age=300');
    },
  });
  const server = api.getHttpAdapter().getInstance();
  const send = (document: Buffer) => (_: FastifyRequest, reply: FastifyReply) =>
    reply.header('Cache-Control', 'no-cache').type('text/html; charset=utf-8').send(document);
  server.get('/', send(landing));
  server.get('/*', (request, reply) => (ours.test(request.url) ? reply.callNotFound() : send(page)(request, reply)));
};
