import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Controller, Get } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { CommandBus } from '@nestjs/cqrs';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { GrantStaffRole, IdentityModule, RevokeStaffRole, type StaffRole, SuspendUser } from '#identity';
import { Context, Database, PlatformModule, Public } from '#platform';
import { originOf, testConfig } from '#platform/testing';
import { RequestLimits } from './request.limits.ts';
import { SessionGuard } from './session.guard.ts';
import { StaffOnly } from './staff.guard.ts';

@StaffOnly()
@Controller('api/v1/staff/probe')
class StaffProbe {
  @Get()
  any() {
    return { seen: true };
  }

  @StaffOnly('finance', 'admin')
  @Get('money')
  money() {
    return { seen: true };
  }

  @Public()
  @Get('public')
  forgotten() {
    return { seen: true };
  }
}

const start = async (settings: Record<string, string>) => {
  const { config, drop } = await testConfig(settings);
  const module = await Test.createTestingModule({
    imports: [PlatformModule.forRoot(config), IdentityModule],
    controllers: [StaffProbe],
    providers: [RequestLimits, { provide: APP_GUARD, useClass: SessionGuard }],
  }).compile();
  const app = module.createNestApplication<NestFastifyApplication>(new FastifyAdapter(), { logger: false });
  await app.listen(0, '127.0.0.1');
  const url = await app.getUrl();
  const get = async (path: string, token?: string) => {
    const headers = token ? { authorization: `Bearer ${token}` } : {};
    const response = await fetch(`${url}/api/v1/staff/probe${path}`, { headers });
    return { status: response.status, body: await response.json() };
  };
  const signUp = async () => {
    const data = { first_name: 'Ann', last_name: 'Archer', role: 'client' };
    const response = await fetch(`${url}/auth/v1/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: `${randomUUID()}@example.com`, password: 'Sunflower7', data }),
    });
    return (await response.json()) as { access_token: string; user: { id: string; email: string } };
  };
  const cli = { id: 'cli', kind: 'system', role: 'operator' } as const;
  const tell = (command: GrantStaffRole | RevokeStaffRole | SuspendUser) =>
    app.get(Context).run(originOf(cli), () => app.get(CommandBus).execute(command));
  const staff = async (role: StaffRole, aal = 'aal2') => {
    const { access_token: token, user } = await signUp();
    await tell(new GrantStaffRole(user.email, role, 'works here'));
    await app.get(Database).query('update identity.sessions set aal = $2 where user_id = $1', [user.id, aal]);
    return { token, ...user };
  };
  const stop = async () => {
    await app.close();
    await drop();
  };
  return { get, signUp, staff, tell, stop };
};

const seen = { status: 200, body: { seen: true } };
const notStaff = { status: 403, body: { code: 'staff-not-allowed', message: 'This is for people who work here' } };
const factorFirst = { status: 403, body: { code: 'staff-second-factor-first' } };

describe('in production', () => {
  let site: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    site = await start({});
  });
  afterAll(() => site.stop());

  test('staff with a second factor comes in', async () => {
    for (const role of ['support', 'finance', 'ops', 'admin'] as const)
      expect(await site.get('', (await site.staff(role)).token)).toEqual(seen);
  });

  test('staff without one does not, and others do not either', async () => {
    expect(await site.get('', (await site.staff('admin', 'aal1')).token)).toMatchObject(factorFirst);
    const { access_token } = await site.signUp();
    expect(await site.get('', access_token)).toEqual(notStaff);
    expect((await site.get('')).status).toBe(401);
    expect((await site.get('', 'garbage')).status).toBe(401);
  });

  test('some things are for some roles', async () => {
    expect(await site.get('/money', (await site.staff('finance')).token)).toEqual(seen);
    expect(await site.get('/money', (await site.staff('support')).token)).toEqual(notStaff);
    expect(await site.get('/money', (await site.staff('finance', 'aal1')).token)).toMatchObject(factorFirst);
  });

  test('a staff route that somebody made public by mistake is none', async () => {
    expect(await site.get('/public')).toEqual(notStaff);
    expect(await site.get('/public', (await site.signUp()).access_token)).toEqual(notStaff);
  });

  test('who is no longer staff, or suspended, is out from that moment', async () => {
    const [ann, bo] = [await site.staff('ops'), await site.staff('ops')];
    await site.tell(new RevokeStaffRole(ann.email, 'ops', 'left'));
    expect(await site.get('', ann.token)).toEqual(notStaff);
    await site.tell(new SuspendUser(bo.email, 'left'));
    expect((await site.get('', bo.token)).status).toBe(401);
  });
});

describe('in a demo', () => {
  let site: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    site = await start({ FESTOON_DEMO: 'true' });
  });
  afterAll(() => site.stop());

  test('staff works without a second factor, and nobody else does', async () => {
    expect(await site.get('', (await site.staff('support', 'aal1')).token)).toEqual(seen);
    expect(await site.get('/money', (await site.staff('support', 'aal1')).token)).toEqual(notStaff);
    expect(await site.get('', (await site.signUp()).access_token)).toEqual(notStaff);
  });
});
