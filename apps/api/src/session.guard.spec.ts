import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Controller, Get, Req } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { CommandBus } from '@nestjs/cqrs';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { GrantStaffRole, IdentityModule } from '#identity';
import { Context, Database, PlatformModule, Public } from '#platform';
import { originOf, testConfig } from '#platform/testing';
import { RequestLimits } from './request.limits.ts';
import { type ApiRequest, SessionGuard } from './session.guard.ts';

@Controller()
class Probe {
  constructor(private readonly context: Context) {}

  @Get('closed')
  closed(@Req() { caller }: ApiRequest) {
    return { origin: this.context.origin, caller, id: this.context.newId() };
  }

  @Public()
  @Get('open')
  open(@Req() { caller }: ApiRequest) {
    return { origin: this.context.origin, caller };
  }
}

let app: NestFastifyApplication;
let url: string;
let drop: () => Promise<void>;
beforeAll(async () => {
  const test = await testConfig();
  drop = test.drop;
  const module = await Test.createTestingModule({
    imports: [PlatformModule.forRoot(test.config), IdentityModule],
    controllers: [Probe],
    providers: [RequestLimits, { provide: APP_GUARD, useClass: SessionGuard }],
  }).compile();
  app = module.createNestApplication<NestFastifyApplication>(new FastifyAdapter(), { logger: false });
  await app.listen(0, '127.0.0.1');
  url = await app.getUrl();
});
afterAll(async () => {
  await app.close();
  await drop();
});

const get = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${url}/${path}`, { headers });
  return { status: response.status, body: await response.json() };
};
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const signUp = async () => {
  const data = { first_name: 'Ann', last_name: 'Archer', role: 'client' };
  const response = await fetch(`${url}/auth/v1/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${randomUUID()}@example.com`, password: 'Sunflower7', data }),
  });
  return (await response.json()) as { access_token: string; user: { id: string; email: string } };
};
const nobody = { status: 401, body: { code: 'no-session', message: 'Authentication required' } };

test('a route is closed to whoever has no session, unless it is public', async () => {
  expect(await get('closed')).toEqual(nobody);
  expect(await get('closed', bearer('garbage'))).toEqual(nobody);
  expect(await get('closed', { authorization: 'Basic YTpi' })).toEqual(nobody);
  const open = await get('open', bearer('garbage'));
  expect(open).toMatchObject({ status: 200, body: { origin: { by: { id: 'anonymous', role: 'anonymous' } } } });
  expect(open.body.caller).toBeUndefined();
});

test('who has a session asks as themselves, on public routes too', async () => {
  const { access_token, user } = await signUp();
  for (const path of ['closed', 'open'])
    expect(await get(path, bearer(access_token))).toMatchObject({
      status: 200,
      body: {
        origin: { by: { id: user.id, kind: 'user', role: 'client' }, source: 'api' },
        caller: { userId: user.id, role: 'client', staffRoles: [], aal: 'aal1' },
      },
    });
});

test('staff asks as staff, once it has given a second factor', async () => {
  const { access_token, user } = await signUp();
  await app
    .get(Context)
    .run(originOf({ id: 'cli', kind: 'system', role: 'operator' }), () =>
      app.get(CommandBus).execute(new GrantStaffRole(user.email, 'support', 'helps')),
    );
  const origin = async () => (await get('closed', bearer(access_token))).body.origin.by;
  expect(await origin()).toEqual({ id: user.id, kind: 'user', role: 'client' });
  await app.get(Database).query(`update identity.sessions set aal = 'aal2' where user_id = $1`, [user.id]);
  // No projector runs here, so the log itself is asked.
  expect(await origin()).toEqual({
    id: user.id,
    kind: 'staff',
    role: 'support',
  });
});

test('a session that has ended is none, from that moment', async () => {
  const { access_token, user } = await signUp();
  expect((await get('closed', bearer(access_token))).status).toBe(200);
  await app.get(Database).query('delete from identity.sessions where user_id = $1', [user.id]);
  expect(await get('closed', bearer(access_token))).toEqual(nobody);
});

test('the browser is told from other clients, and a request id is kept if it looks like one', async () => {
  const { access_token } = await signUp();
  const asked = async (headers: Record<string, string>) =>
    (await get('closed', { ...bearer(access_token), ...headers })).body.origin;
  const request = 'req-0123456789';
  expect(await asked({ 'x-client-info': 'festoon-web/1.0', 'x-request-id': request })).toMatchObject({
    source: 'web',
    request,
    correlation: request,
    causation: request,
  });
  for (const odd of ['short', 'x'.repeat(129), 'a b c d e f g', "'; drop table"])
    expect((await asked({ 'x-request-id': odd })).request).toMatch(/^[0-9a-f-]{36}$/);
});

test('an idempotency key makes the same ids again, for the same person alone', async () => {
  const [ann, bo] = [await signUp(), await signUp()];
  const idFor = async ({ access_token }: { access_token: string }, key: string) =>
    (await get('closed', { ...bearer(access_token), 'idempotency-key': key })).body.id;
  expect(await idFor(ann, 'k1')).toBe(await idFor(ann, 'k1'));
  expect(await idFor(ann, 'k1')).not.toBe(await idFor(ann, 'k2'));
  expect(await idFor(ann, 'k1')).not.toBe(await idFor(bo, 'k1'));
  expect(await idFor(ann, '')).not.toBe(await idFor(ann, ''));
  expect(await get('closed', { ...bearer(ann.access_token), 'idempotency-key': 'k'.repeat(201) })).toEqual({
    status: 400,
    body: { code: 'invalid', message: 'An Idempotency-Key has at most 200 characters' },
  });
});
