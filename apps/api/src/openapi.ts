import { RequestMethod } from '@nestjs/common';
import { HTTP_CODE_METADATA, METHOD_METADATA, PATH_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { z } from 'zod';
import { type DeclaredResponse, publicRoute, returnedBy } from '#platform/http';
import { Modules } from '#platform/module';
import { Components } from './openapi.components.ts';
import { invalidRequest, refusal } from './refusals.filter.ts';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
type Responses = Operation['responses'];
type Route = {
  readonly operationId: string;
  readonly path: string;
  readonly status: number;
  readonly isPublic: boolean;
  readonly body: z.ZodType | undefined;
  readonly returned: DeclaredResponse | undefined;
};

/** The documented API routes. The others serve pages or implement GoTrue's protocol, which GoTrue documents. */
const isForPrograms = (path: string): boolean => /^\/?(api\/v1|functions\/v1|health)(\/|$)/.test(path);

const options = new DocumentBuilder()
  .setOpenAPIVersion('3.1.0')
  .setTitle('Festoon')
  .setDescription(
    [
      'Money in whole cents, instants in ISO 8601 UTC, calendar dates as YYYY-MM-DD.',
      'A write may have an `Idempotency-Key`: the same request sent again with the same key has no second effect.',
      'The response to a write has an `X-Position` header. A request that sends it back reads data that includes the write.',
    ].join(' '),
  )
  .setVersion('1')
  .addBearerAuth()
  .build();

/** Throws if a route for programs does not declare what it returns. */
export const requireReturns = (api: NestFastifyApplication): void => {
  const undeclared = routesOf(api).find(({ path, returned }) => isForPrograms(path) && !returned);
  if (undeclared)
    throw new Error(
      `${undeclared.operationId.replace('_', '.')} does not declare its response: add @Returns(schema) with a schema of the module's contract.ts, or @ReturnsNothing().`,
    );
};

/** The OpenAPI document of all routes, from the schemas that check the requests and type the responses. */
export const createDocument = (api: NestFastifyApplication): OpenAPIObject => {
  const components = new Components(api.get(Modules, { strict: false }).all.map(({ definition }) => definition));
  const document = SwaggerModule.createDocument(api, options, {
    standardSchemaConverter: (schema, { schemaType }) => ({
      schema: components.inline(schema as z.ZodType, schemaType),
    }),
  });
  const routes = new Map(routesOf(api).map((route) => [route.operationId, route]));
  for (const [path, methods] of Object.entries(document.paths)) {
    // Nest adds this method for a route of all methods, but OpenAPI does not define it.
    delete (methods as { search?: object }).search;
    if (!isForPrograms(path)) continue;
    for (const operation of Object.values(methods) as Operation[]) {
      const route = routes.get(operation.operationId ?? '');
      if (!route) throw new Error(`No route handler belongs to the operation ${operation.operationId}`);
      describe(operation, route, components);
    }
  }
  return { ...document, components: { ...document.components, schemas: components.schemas as never } };
};

const describe = (operation: Operation, { body, isPublic, ...route }: Route, components: Components): void => {
  if (body)
    operation.requestBody = {
      required: !body.safeParse(undefined).success,
      content: json(components.reference(body, 'input')),
    };
  if (!isPublic) operation.security = [{ bearer: [] }];
  operation.responses = { ...success(route, components), ...refusals(isPublic, components) };
};

const success = ({ status, returned }: Pick<Route, 'status' | 'returned'>, components: Components): Responses => {
  const { schema, file, text } = returned ?? {};
  const description = file ? 'A file' : 'Success';
  const content = {
    ...(text && { [text]: { schema: { type: 'string' } } }),
    ...(schema && json(components.reference(schema, 'output'))),
  };
  return { [status]: { description, ...((text || schema) && { content }) } };
};

const refusals = (isPublic: boolean, components: Components): Responses => {
  const refusalContent = json(components.reference(refusal, 'output'));
  return {
    400: { description: 'The request is invalid', content: json(components.reference(invalidRequest, 'output')) },
    ...(!isPublic && { 401: { description: 'No valid session', content: refusalContent } }),
    '4XX': {
      description:
        'Refused; `code` is for programs, `message` for people. 403: not allowed. 404: not found, or not visible to the caller. 409: against a rule. 422: the Idempotency-Key belongs to another request. 429: too many requests.',
      content: refusalContent,
    },
    '5XX': { description: 'Failed. A request that failed with 503 can be repeated later.', content: refusalContent },
  };
};

const json = (schema: object) => ({ 'application/json': { schema } });

/** The routes of all controllers. */
const routesOf = (api: NestFastifyApplication): readonly Route[] => {
  const controllers = [...api.get(ModulesContainer).values()].flatMap((module) => [...module.controllers.values()]);
  return controllers.flatMap(({ metatype: controller }) => {
    const handlers = (controller as { prototype: Record<string, object> }).prototype;
    return new MetadataScanner().getAllMethodNames(handlers).flatMap((name) => {
      const handler = handlers[name];
      return handler && Reflect.hasMetadata(METHOD_METADATA, handler)
        ? [routeOf(controller as object, name, handler)]
        : [];
    });
  });
};

const routeOf = (controller: object & { name?: string }, name: string, handler: object): Route => ({
  operationId: `${controller.name}_${name}`,
  path: `${Reflect.getMetadata(PATH_METADATA, controller)}/${Reflect.getMetadata(PATH_METADATA, handler)}`,
  status: Reflect.getMetadata(HTTP_CODE_METADATA, handler) ?? defaultStatus(handler),
  isPublic: (Reflect.getMetadata(publicRoute, handler) ?? Reflect.getMetadata(publicRoute, controller)) === true,
  body: bodyOf(controller, name),
  returned: returnedBy(handler),
});

const defaultStatus = (handler: object): number =>
  Reflect.getMetadata(METHOD_METADATA, handler) === RequestMethod.POST ? 201 : 200;

/** The schema of a route's `@Body({ schema })`. */
const bodyOf = (controller: object, name: string): z.ZodType | undefined => {
  const parameters: Record<string, { schema?: z.ZodType }> =
    Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name) ?? {};
  const [, body] = Object.entries(parameters).find(([key]) => key.startsWith(`${RouteParamtypes.BODY}:`)) ?? [];
  return body?.schema;
};
