import type { NestFastifyApplication } from '@nestjs/platform-fastify';

/** Passes the bytes of uploads to their route without reading them; the limit for bodies does not apply to them. */
export const acceptUploadBodies = (api: NestFastifyApplication): void => {
  const server = api.getHttpAdapter().getInstance();
  server.addContentTypeParser('application/offset+octet-stream', (_, __, done) => done(null));
};
