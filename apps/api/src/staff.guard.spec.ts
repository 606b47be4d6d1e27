import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Controller, Get } from '@nestjs/common';
import { GrantStaffRole, RevokeStaffRole, StaffOnly, type StaffRole, SuspendUser } from '#identity';
import { Public } from '#platform/http';
import { bearer, startGuarded } from './guarded.suite.ts';

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

const start = async (settings: Readonly<Record<string, string>>) => {
  const site = await startGuarded(StaffProbe, settings);
  const get = (path: string, token?: string) => site.get(`api/v1/staff/probe${path}`, token ? bearer(token) : {});
  const staff = async (role: StaffRole, aal = 'aal2') => {
    const { access_token: token, user } = await site.signUp();
    await site.sendAsOperator(new GrantStaffRole(user.email, role, 'works here'));
    await site.giveSecondFactor(user.id, aal);
    return { token, ...user };
  };
  return { ...site, get, staff };
};

const admitted = { status: 200, body: { seen: true } };
const notStaff = { status: 403, body: { code: 'staff-not-allowed', message: 'Only staff can do this' } };
const otherRole = { status: 403, body: { code: 'staff-not-allowed', message: 'Your staff role does not allow this' } };
const factorFirst = { status: 403, body: { code: 'staff-second-factor-first' } };

describe('in production', () => {
  let site: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    site = await start({});
  });
  afterAll(() => site.stop());

  test('staff with a second factor are admitted', async () => {
    for (const role of ['support', 'finance', 'ops', 'admin'] as const)
      expect(await site.get('', (await site.staff(role)).token)).toEqual(admitted);
  });

  test('staff without a second factor and other users are refused', async () => {
    expect(await site.get('', (await site.staff('admin', 'aal1')).token)).toMatchObject(factorFirst);
    const { access_token } = await site.signUp();
    expect(await site.get('', access_token)).toEqual(notStaff);
    expect((await site.get('')).status).toBe(401);
    expect((await site.get('', 'garbage')).status).toBe(401);
  });

  test('some routes are limited to certain roles', async () => {
    expect(await site.get('/money', (await site.staff('finance')).token)).toEqual(admitted);
    expect(await site.get('/money', (await site.staff('support')).token)).toEqual(otherRole);
    expect(await site.get('/money', (await site.staff('finance', 'aal1')).token)).toMatchObject(factorFirst);
  });

  test('a staff route that was made public by mistake still needs staff', async () => {
    expect(await site.get('/public')).toEqual(notStaff);
    expect(await site.get('/public', (await site.signUp()).access_token)).toEqual(notStaff);
  });

  test('a revoked role and a suspension take effect at once', async () => {
    const [ann, bo] = [await site.staff('ops'), await site.staff('ops')];
    await site.sendAsOperator(new RevokeStaffRole(ann.email, 'ops', 'left'));
    expect(await site.get('', ann.token)).toEqual(notStaff);
    await site.sendAsOperator(new SuspendUser(bo.email, 'left'));
    expect((await site.get('', bo.token)).status).toBe(401);
  });
});

describe('in a demo', () => {
  let site: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    site = await start({ FESTOON_DEMO: 'true' });
  });
  afterAll(() => site.stop());

  test('staff need no second factor, and other users are still refused', async () => {
    expect(await site.get('', (await site.staff('support', 'aal1')).token)).toEqual(admitted);
    expect(await site.get('/money', (await site.staff('support', 'aal1')).token)).toEqual(otherRole);
    expect(await site.get('', (await site.signUp()).access_token)).toEqual(notStaff);
  });
});
