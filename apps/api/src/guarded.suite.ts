import { randomUUID } from 'node:crypto';
import type { Type } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import type { Command } from '@nestjs/cqrs';
import { identityModule } from '#identity';
import { Database } from '#platform/postgres';
import { TestApp } from '#platform/testing';
import { RequestLimits } from './request.limits.ts';
import { SessionGuard } from './session.guard.ts';

/** Starts a test controller behind the global session guard, with the identity module and without projections. */
export const startGuarded = async (controller: Type, settings: Readonly<Record<string, string>> = {}) => {
  const site = await TestApp.start({
    imports: [identityModule.nest],
    controllers: [controller],
    providers: [RequestLimits, { provide: APP_GUARD, useClass: SessionGuard }],
    settings,
    follows: false,
  });
  const { app, url } = site;
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
  /** Sends a command as an operator on the command line. */
  const sendAsOperator = (command: Command<unknown>) =>
    site.send({ id: 'cli', kind: 'system', role: 'operator' }, command);
  const giveSecondFactor = (userId: string, aal = 'aal2') =>
    app.get(Database).query('update identity.sessions set aal = $2 where user_id = $1', [userId, aal]);
  return { app, get, signUp, sendAsOperator, giveSecondFactor, stop: () => site.stop() };
};

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
