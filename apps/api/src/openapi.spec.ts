import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { OpenAPIObject } from '@nestjs/swagger';
import { Validator } from '@seriousme/openapi-schema-validator';
import { z } from 'zod';
import { Returns } from '#platform/http';
import { type Site, sharedSite } from './api.suite.ts';
import { DocumentedResponses } from './documented-responses.suite.ts';
import { Components } from './openapi.components.ts';
import { requireReturns } from './openapi.ts';

let site: Site;
let stop: () => Promise<void>;
let document: OpenAPIObject;

beforeAll(async () => {
  ({ site, stop } = await sharedSite());
  document = await site.get('/api/openapi.json');
});
afterAll(() => stop());

const operation = (method: 'get' | 'post' | 'delete', path: string) => document.paths[path]?.[method];
const schemaOf = (response: unknown) => {
  const { content = {} } = response as { content?: Record<string, { schema: unknown }> };
  return (
    content['application/json'] ??
    content['text/calendar'] ??
    content['text/csv'] ??
    content['text/event-stream']
  )?.schema;
};

test('the document is valid OpenAPI 3.1', async () => {
  expect(document.openapi).toBe('3.1.0');
  expect(await new Validator().validate({ ...document })).toEqual({ valid: true });
});

test('a response has the name and the shape of its schema in the contract', () => {
  const booking = schemaOf(operation('get', '/api/v1/bookings/{id}')?.responses[200]);
  expect(booking).toEqual({ $ref: '#/components/schemas/Booking' });
  expect(document.components?.schemas?.Booking).toMatchObject({
    type: 'object',
    required: expect.arrayContaining(['id', 'depositAmount', 'may']),
    properties: { status: { enum: ['pending', 'confirmed', 'completed', 'cancelled'] }, eventDate: { format: 'date' } },
  });
});

test('a request body has the name of its schema, and is documented as optional if it is', () => {
  expect(operation('post', '/api/v1/leads')?.requestBody).toEqual({
    required: true,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/LeadPost' } } },
  });
  expect(operation('post', '/api/v1/bookings/{id}/confirm')?.requestBody).toMatchObject({ required: false });
});

test('every API route documents its responses, including refusals', () => {
  const apiPaths = Object.entries(document.paths).filter(([path]) => /^\/(api\/v1|functions|health)/.test(path));
  expect(apiPaths.length).toBeGreaterThan(20);
  for (const [path, methods] of apiPaths)
    for (const { responses } of Object.values(methods) as NonNullable<ReturnType<typeof operation>>[]) {
      const [success] = Object.keys(responses).filter((status) => status.startsWith('2'));
      const hasSchema = schemaOf(responses[success ?? '']) !== undefined;
      expect([path, success, hasSchema]).toEqual([path, expect.stringMatching(/^20[014]$/), success !== '204']);
      expect(schemaOf(responses[400])).toEqual({ $ref: '#/components/schemas/InvalidRequest' });
      expect(schemaOf(responses['4XX'])).toEqual({ $ref: '#/components/schemas/Refusal' });
    }
});

test('routes that require a session are documented as such', () => {
  expect(operation('get', '/api/v1/me')).toMatchObject({ security: [{ bearer: [] }], responses: { 401: {} } });
  expect(operation('get', '/api/v1/creators')).not.toHaveProperty('security');
});

test('a route that does not declare its response fails the start with an explanation', async () => {
  const start = async (controller: new () => object): Promise<NestFastifyApplication> => {
    @Module({ controllers: [controller] })
    class Tested {}
    return NestFactory.create<NestFastifyApplication>(Tested, new FastifyAdapter(), { logger: false });
  };

  @Controller('api/v1/notes')
  class UndeclaredResponseController {
    @Get()
    list(): string[] {
      return [];
    }
  }
  const startOfUndocumentedRoute = await start(UndeclaredResponseController);
  expect(() => requireReturns(startOfUndocumentedRoute)).toThrow(
    "UndeclaredResponseController.list does not declare its response: add @Returns(schema) with a schema of the module's contract.ts, or @ReturnsNothing().",
  );

  @Controller('api/v1/notes')
  class DeclaredController {
    @Get()
    @Returns(z.array(z.string()))
    list(): string[] {
      return [];
    }
  }
  const declared = await start(DeclaredController);
  expect(() => requireReturns(declared)).not.toThrow();
  for (const api of [startOfUndocumentedRoute, declared]) await api.close();
});

test('the HTTP tests fail on a response that the document does not describe', () => {
  const documented = DocumentedResponses.of(site.api);
  const headers = new Headers({ 'content-type': 'application/json' });
  const check = (status: number, body: unknown) =>
    documented.check('GET', '/api/v1/creators/featured?x=1', { status, body, text: JSON.stringify(body), headers });
  expect(() => check(200, { items: [] })).not.toThrow();
  expect(() => check(409, { code: 'full', message: 'No place is left' })).not.toThrow();
  expect(() => check(200, { items: [{}] })).toThrow(/must have required property 'displayName'/);
  expect(() => check(200, { items: [], secret: 1 })).toThrow(/must NOT have additional properties/);
  expect(() => check(201, { items: [] })).toThrow(/does not list this status/);
  expect(() => check(500, 'failed')).toThrow(/must be object/);
});

test('two schemas with the same name, and one schema with two shapes, are reported', () => {
  const note = z.object({ text: z.string() });
  expect(() => new Components([{ contract: { note } }, { contract: { note: z.object({}) } }])).toThrow(
    "Two contracts export a schema 'note': rename one of them.",
  );
  const trimmed = z.object({ pinned: z.boolean().default(false) });
  const components = new Components([{ contract: { trimmed } }]);
  components.reference(trimmed, 'input');
  expect(() => components.reference(trimmed, 'output')).toThrow(
    'The schema Trimmed is different in requests and responses: export one schema for each.',
  );
});
