import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Controller, Get, Req } from '@nestjs/common';
import { GrantStaffRole } from '#identity';
import { Context } from '#platform/context';
import { Public } from '#platform/http';
import { Database } from '#platform/postgres';
import { bearer, startGuarded } from './guarded.suite.ts';
import type { ApiRequest } from './session.guard.ts';

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

let site: Awaited<ReturnType<typeof startGuarded>>;
beforeAll(async () => {
  site = await startGuarded(Probe);
});
afterAll(() => site.stop());

const noSession = { status: 401, body: { code: 'no-session', message: 'Authentication required' } };

test('a route needs a session unless it is public', async () => {
  expect(await site.get('closed')).toEqual(noSession);
  expect(await site.get('closed', bearer('garbage'))).toEqual(noSession);
  expect(await site.get('closed', { authorization: 'Basic YTpi' })).toEqual(noSession);
  const open = await site.get('open', bearer('garbage'));
  expect(open).toMatchObject({ status: 200, body: { origin: { by: { id: 'anonymous', role: 'anonymous' } } } });
  expect(open.body.caller).toBeUndefined();
});

test('a caller with a session is identified, on public routes too', async () => {
  const { access_token, user } = await site.signUp();
  for (const path of ['closed', 'open'])
    expect(await site.get(path, bearer(access_token))).toMatchObject({
      status: 200,
      body: {
        origin: { by: { id: user.id, kind: 'user', role: 'client' }, source: 'api' },
        caller: { userId: user.id, role: 'client', staffRoles: [], aal: 'aal1' },
      },
    });
});

test('staff act as staff only after giving a second factor', async () => {
  const { access_token, user } = await site.signUp();
  await site.sendAsOperator(new GrantStaffRole(user.email, 'support', 'helps'));
  const origin = async () => (await site.get('closed', bearer(access_token))).body.origin.by;
  expect(await origin()).toEqual({ id: user.id, kind: 'user', role: 'client' });
  await site.giveSecondFactor(user.id);
  // No projector runs here, so the test reads the event log.
  expect(await origin()).toEqual({
    id: user.id,
    kind: 'staff',
    role: 'support',
  });
});

test('an ended session is refused at once', async () => {
  const { access_token, user } = await site.signUp();
  expect((await site.get('closed', bearer(access_token))).status).toBe(200);
  await site.app.get(Database).query('delete from identity.sessions where user_id = $1', [user.id]);
  expect(await site.get('closed', bearer(access_token))).toEqual(noSession);
});

test('browsers are distinguished from other clients, and a valid request id is kept', async () => {
  const { access_token } = await site.signUp();
  const originOf = async (headers: Record<string, string>) =>
    (await site.get('closed', { ...bearer(access_token), ...headers })).body.origin;
  const request = '0af7651916cd43dd8448eb211c80319c';
  expect(await originOf({ 'x-client-info': 'festoon-web/1.0', 'x-request-id': request })).toMatchObject({
    source: 'web',
    request,
    correlation: request,
    causation: request,
  });
  for (const invalidId of ['short', 'x'.repeat(129), 'a b c d e f g', "'; drop table", 'ann.archer.876-555-0100'])
    expect((await originOf({ 'x-request-id': invalidId })).request).toMatch(/^[0-9a-f-]{36}$/);
});

test('an idempotency key gives the same ids again, only for the same person', async () => {
  const [ann, bo] = [await site.signUp(), await site.signUp()];
  const idFor = async ({ access_token }: { access_token: string }, key: string) =>
    (await site.get('closed', { ...bearer(access_token), 'idempotency-key': key })).body.id;
  expect(await idFor(ann, 'k1')).toBe(await idFor(ann, 'k1'));
  expect(await idFor(ann, 'k1')).not.toBe(await idFor(ann, 'k2'));
  expect(await idFor(ann, 'k1')).not.toBe(await idFor(bo, 'k1'));
  expect(await idFor(ann, '')).not.toBe(await idFor(ann, ''));
  expect(await site.get('closed', { ...bearer(ann.access_token), 'idempotency-key': 'k'.repeat(201) })).toEqual({
    status: 400,
    body: { code: 'invalid', message: 'An Idempotency-Key can have at most 200 characters' },
  });
});
