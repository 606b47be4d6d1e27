import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';

/** `/api/docs` to read, `/api/openapi.json` for programs; both from the routes and their schemas. */
export const documentRoutes = (api: NestFastifyApplication): void => {
  const about = new DocumentBuilder()
    .setTitle('Festoon')
    .setDescription('Money in whole cents, instants in ISO 8601 UTC, calendar dates as YYYY-MM-DD.')
    .setVersion('1')
    .addBearerAuth()
    .build();
  SwaggerModule.setup('api/docs', api, () => SwaggerModule.createDocument(api, about), {
    jsonDocumentUrl: 'api/openapi.json',
    yamlDocumentUrl: 'api/openapi.yaml',
  });
};
