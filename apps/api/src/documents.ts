import { NotFoundException } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';

/** Every address outside the documentation, and what a browser needs to show it. */
const shown =
  /^(?!\/api\/docs\/)|^\/api\/docs\/(?:(?:index\.html|(?:swagger-ui|index)[\w-]*\.(?:css|js)|favicon-[\w]+\.png)?(?:\?.*)?)$/s;

/** `/api/docs` to read, `/api/openapi.json` for programs; both from the routes and their schemas. */
export const documentRoutes = (api: NestFastifyApplication): void => {
  const about = new DocumentBuilder()
    .setTitle('Festoon')
    .setDescription('Money in whole cents, instants in ISO 8601 UTC, calendar dates as YYYY-MM-DD.')
    .setVersion('1')
    .addBearerAuth()
    .build();
  // The package serves its whole folder: source maps, its package.json and more.
  api
    .getHttpAdapter()
    .getInstance()
    .addHook('onRequest', ({ url }, _, done) => done(shown.test(url) ? undefined : new NotFoundException()));
  SwaggerModule.setup('api/docs', api, () => SwaggerModule.createDocument(api, about), {
    jsonDocumentUrl: 'api/openapi.json',
    yamlDocumentUrl: 'api/openapi.yaml',
  });
};
