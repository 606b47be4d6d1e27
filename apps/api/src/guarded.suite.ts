import { randomUUID } from 'node:crypto';
import type { Type } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { CommandBus, type ICommand } from '@nestjs/cqrs';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { identityModule } from '#identity';
import { Context } from '#platform/context';
import { PlatformModule } from '#platform/module';
import { Database } from '#platform/postgres';
import { originOf, testConfig } from '#platform/testing';
import { RequestLimits } from './request.limits.ts';
import { SessionGuard } from './session.guard.ts';

/** Routes of a test behind the guard that all routes have, with identity and no projector. */
export const startGuarded = async (controller: Type, settings: Readonly<Record<string, string>> = {}) => {
  const { config, drop } = await testConfig(settings);
  const module = await Test.createTestingModule({
    imports: [PlatformModule.forRoot(config), identityModule.nest],
    controllers: [controller],
    providers: [RequestLimits, { provide: APP_GUARD, useClass: SessionGuard }],
  }).compile();
  const app = module.createNestApplication<NestFastifyApplication>(new FastifyAdapter(), { logger: false });
  await app.listen(0, '127.0.0.1');
  const url = await app.getUrl();
  const get = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
    const response = await fetch(`${url}/${path}`, { headers });
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
  /** As an operator on the command line. */
  const tell = (command: ICommand) =>
    app
      .get(Context)
      .run(originOf({ id: 'cli', kind: 'system', role: 'operator' }), () => app.get(CommandBus).execute(command));
  const giveSecondFactor = (userId: string, aal = 'aal2') =>
    app.get(Database).query('update identity.sessions set aal = $2 where user_id = $1', [userId, aal]);
  const stop = async () => {
    await app.close();
    await drop();
  };
  return { app, get, signUp, tell, giveSecondFactor, stop };
};

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
