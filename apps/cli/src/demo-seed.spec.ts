import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { EventStore } from '#platform/event-store';
import { Projector } from '#platform/projections';
import { testConfig } from '#platform/testing';
import { createApi } from '../../api/src/api.module.ts';
import { startWork } from '../../worker/src/worker.module.ts';
import { password, people } from './demo-data.ts';
import { loadDemo } from './demo-seed.ts';

let api: NestFastifyApplication;
let drop: () => Promise<void>;
let url: string;
beforeAll(async () => {
  const test = await testConfig();
  drop = test.drop;
  api = await createApi(test.config);
  await api.listen(0, '127.0.0.1');
  url = await api.getUrl();
  await startWork(api);
});
afterAll(async () => {
  await api.close();
  await drop();
});

const get = async (path: string, token?: string) => {
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  const response = await fetch(url + path, { headers });
  return (await response.json()) as { items: Record<string, unknown>[]; staffRoles?: string[] };
};
const signIn = async (email: string) => {
  const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  return ((await response.json()) as { access_token: string }).access_token;
};

test('the demo data is complete after loading', async () => {
  expect(await loadDemo(api)).toBe(true);
  const { items: featured } = await get('/api/v1/creators/featured');
  expect(featured).toHaveLength(3);
  const client = await signIn(people.client.email);
  const { items: bookings } = await get('/api/v1/bookings', client);
  expect(bookings.map(({ status, depositPaid }) => [status, depositPaid])).toEqual(
    expect.arrayContaining([
      ['confirmed', true],
      ['pending', false],
    ]),
  );
  const { items: leads } = await get('/api/v1/leads', await signIn(people.photographer.email));
  expect(leads).toHaveLength(5);
  expect((await get('/api/v1/me', await signIn(people.staff.email))).staffRoles).toEqual(['admin']);
});

test('loading the demo data again does nothing', async () => {
  const head = await api.get(EventStore).head();
  expect(await loadDemo(api)).toBe(false);
  expect(await api.get(EventStore).head()).toBe(head);
  expect(await api.get(Projector).verify()).toEqual(new Map());
});
