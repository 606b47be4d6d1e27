import { NotFoundException } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { SwaggerModule } from '@nestjs/swagger';
import { createDocument, requireReturns } from './openapi.ts';

/** Matches every path outside the documentation, and inside it only the files that a browser needs. */
const allowedPaths =
  /^(?!\/api\/docs\/)|^\/api\/docs\/(?:(?:index\.html|(?:swagger-ui|index)[\w-]*\.(?:css|js)|favicon-[\w]+\.png)?(?:\?.*)?)$/s;

/**
 * Serves `/api/docs` for people and `/api/openapi.json` for programs; both are generated from the routes and their
 * schemas.
 */
export const documentRoutes = (api: NestFastifyApplication): void => {
  requireReturns(api);
  // The package would serve its whole folder, including source maps and its package.json.
  api
    .getHttpAdapter()
    .getInstance()
    .addHook('onRequest', ({ url }, _, done) => done(allowedPaths.test(url) ? undefined : new NotFoundException()));
  SwaggerModule.setup('api/docs', api, () => createDocument(api), {
    jsonDocumentUrl: 'api/openapi.json',
    yamlDocumentUrl: 'api/openapi.yaml',
  });
};
